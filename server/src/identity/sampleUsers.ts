/** Who can sign in on a fresh machine: a member, an admin of the same sponsor, and a member of another one. */
export const SAMPLE_USERS = [
  { email: 'member@acme.example', password: 'member', name: 'Mia Member', sponsorId: 'acme', isAdmin: false },
  { email: 'admin@acme.example', password: 'admin', name: 'Ada Admin', sponsorId: 'acme', isAdmin: true },
  { email: 'member@globex.example', password: 'member', name: 'Gus Globex', sponsorId: 'globex', isAdmin: false },
] as const;
