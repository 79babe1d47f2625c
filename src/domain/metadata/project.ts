import type { FileEntry } from '../listing/fileListing';

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
  /** Changes with its title and description, if the server sends it. */
  readonly etag?: string;
}

/** The editable fields of a project. */
export interface ProjectDraft {
  readonly title: string;
  readonly description?: string;
}

/** The contents of a project, for the list of projects. */
export interface ProjectSummary {
  readonly datasets: number;
  /** Number of datasets with all expected images. Absent while it is unknown. */
  readonly complete?: number;
  readonly files: number;
  /** Bytes of all files. */
  readonly size: number;
  /** Images of different datasets. */
  readonly samples: readonly FileEntry[];
}
