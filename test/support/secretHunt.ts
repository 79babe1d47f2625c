/** Where a secret was found that must not be there. */
interface Leak {
  readonly what: string;
  readonly where: string;
}

/** Collects secrets and texts in any order, and tells which of the texts holds one of the secrets. */
export interface SecretHunt {
  /** Remembers a secret: a token, a key, the signature of an address. */
  learn(what: string, secret: string): void;
  /** Remembers a text that was seen somewhere. `allowed` names the secrets whose place this is. */
  note(where: string, text: string, allowed?: (what: string) => boolean): void;
  /** What kinds of secrets are known. */
  kinds(): readonly string[];
  /** How many texts were seen whose place begins so. */
  seen(where: string): number;
  /** Every secret in a text that is no place for it; one for each pair of the two. */
  leaks(): readonly Leak[];
}

/** A shorter one would be found by chance. */
const SHORTEST_SECRET = 12;

interface Sighting {
  readonly where: string;
  readonly text: string;
  readonly allowed: (what: string) => boolean;
}

/** The whole of a secret, and of a signed token also its claims and its signature: a part of it is as bad. */
function piecesOf(secret: string): readonly string[] {
  const [, claims, signature] = /^eyJ[\w-]+\.([\w-]+)\.([\w-]+)$/.exec(secret) ?? [];
  const pieces = [secret, encodeURIComponent(secret), claims ?? '', signature ?? ''];
  return pieces.filter((piece) => piece.length >= SHORTEST_SECRET);
}

export function createSecretHunt(): SecretHunt {
  const secrets = new Map<string, string>();
  const sightings = new Map<string, Sighting>();
  return {
    learn(what, secret) {
      if (secret.length < SHORTEST_SECRET) throw new Error(`The secret “${what}” is too short to be looked for.`);
      for (const piece of piecesOf(secret)) if (!secrets.has(piece)) secrets.set(piece, what);
    },
    note(where, text, allowed = () => false) {
      sightings.set(`${where}\n${text}`, { where, text, allowed });
    },
    kinds: () => [...new Set(secrets.values())].sort(),
    seen: (where) => [...sightings.values()].filter((sighting) => sighting.where.startsWith(where)).length,
    leaks() {
      const found = new Map<string, Leak>();
      for (const { where, text, allowed } of sightings.values()) {
        for (const [piece, what] of secrets) {
          if (!allowed(what) && text.includes(piece)) found.set(`${what} ${where}`, { what, where });
        }
      }
      return [...found.values()];
    },
  };
}
