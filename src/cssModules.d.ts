declare module '*.module.css' {
  /** Class names of the file, made unique by the build. */
  const classes: Readonly<Record<string, string>>;
  // eslint-disable-next-line import/no-default-export -- the form in which css-loader gives a module's classes
  export default classes;
}

declare module '*.css';
