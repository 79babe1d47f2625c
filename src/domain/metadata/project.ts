/** A project. If the server sends no hash, the API layer fills in the MD5 of `sponsorId/title`. */
export interface Project {
  readonly sponsorId: string;
  readonly title: string;
  readonly projectHash: string;
  readonly description?: string;
  /** ISO-8601 UTC. */
  readonly createdAt?: string;
  /** The titles before it was renamed. Links with them lead to this project. */
  readonly formerTitles?: readonly string[];
}

/** The editable fields of a project. */
export interface ProjectDraft {
  readonly title: string;
  readonly description?: string;
}
