/** The addresses of one deployment, from `config.json` beside `index.html`. No trailing slashes. */
export interface DeploymentConfig {
  readonly apiUrl: string;
  readonly loginUrl: string;
  readonly logoutUrl: string;
  readonly imagePreviewUrl: string;
  /** The home page on the main site; defaults to the origin of `loginUrl`. */
  readonly homeUrl: string;
}
