/** A secret in a place where it is not allowed. */
interface Leak {
  readonly what: string;
  readonly where: string;
}

/** Collects secrets and texts in any order, and finds the texts that contain a secret. */
export interface SecretHunt {
  /** Adds a secret: a token, a key, or the signature of a URL. */
  learn(what: string, secret: string): void;
  /** Adds a text. `allowed` returns true for the kinds of secrets that it may contain. */
  note(where: string, text: string, allowed?: (what: string) => boolean): void;
  /** Returns the kinds of the added secrets. */
  kinds(): readonly string[];
  /** Returns the number of texts whose place starts with `where`. */
  seen(where: string): number;
  /** Returns each pair of a kind of secret and a place where it is not allowed. */
  leaks(): readonly Leak[];
}

/** Shorter secrets would match by chance. */
const SHORTEST_SECRET = 12;

interface Sighting {
  readonly where: string;
  readonly text: string;
  readonly allowed: (what: string) => boolean;
}

/** Returns the secret, and for a JWT also its claims and its signature. */
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
      if (secret.length < SHORTEST_SECRET) throw new Error(`The secret “${what}” is too short to search for.`);
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
