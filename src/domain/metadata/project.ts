/** A project as the app uses it: an absent hash is filled in by the boundary (MD5 of `sponsorId/title`). */
export interface Project {
  readonly sponsorId: string;
  readonly title: string;
  readonly projectHash: string;
  readonly description?: string;
  /** ISO-8601 UTC. */
  readonly createdAt?: string;
}

/** What a person may give a project. */
export interface ProjectDraft {
  readonly title: string;
  readonly description?: string;
}
