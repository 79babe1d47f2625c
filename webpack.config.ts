import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import ReactRefreshPlugin from '@pmmmwh/react-refresh-webpack-plugin';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import MinimizerPlugin from 'minimizer-webpack-plugin';
import refreshTypeScript from 'react-refresh-typescript';
import * as v from 'valibot';
import { BannerPlugin, Compilation, type Configuration } from 'webpack';
import 'webpack-dev-server';
import { InitialLoadPlugin } from './config/webpack/initialLoad';
import { PrecompressPlugin } from './config/webpack/precompress';
import { SecurityHeadersPlugin } from './config/webpack/securityHeadersFile';
import { oldestBrowsersText, SupportedSyntaxPlugin } from './config/webpack/supportedBrowsers';

/** Options on the command line: `npm run build -- --env config=development`. */
interface BuildEnv {
  /** Name of the `config/*.json` that becomes `config.json`. Defaults to `production`. */
  readonly config?: string;
  /** Address of the local backend, if it differs from the configuration. */
  readonly backend?: string;
  /** Port of the development server. Defaults to 3000. */
  readonly port?: string;
  /** Address of the app. Defaults to the port on this computer. */
  readonly app?: string;
  /** A recording that the development server serves, for `npm run replay -- FILE --open`. */
  readonly recording?: string;
  /** Prints the size of every chunk: `npm run build -- --analyze`. */
  readonly analyze?: boolean;
}

const root = __dirname;

function configFile(name: string): string {
  const file = path.join(root, 'config', `${name}.json`);
  if (!fs.existsSync(file)) {
    throw new Error(`config/${name}.json does not exist: choose a configuration with --env config=NAME`);
  }
  return file;
}

/** Replaces the addresses of the local backend and of the app in a configuration. */
function replaceAddresses({ backend, port, app }: BuildEnv, config: Buffer): string {
  const [local, localBackend] = ['http://localhost:3000', 'http://localhost:4000'];
  const appUrl = app ?? (port === undefined ? local : `http://localhost:${port}`);
  return config
    .toString('utf8')
    .replaceAll(local, appUrl)
    .replaceAll(localBackend, backend ?? localBackend);
}

/** Reads the version of the app, for error reports. */
function readVersion(): string {
  const text = fs.readFileSync(path.join(root, 'package.json'), 'utf8');
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version;
}

/** Returns the commit of the checkout, for recordings; an empty text without git. */
function readCommit(): string {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--verify', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

/**
 * Marks the first scripts with a hint for Chromium, which then compiles their functions while the scripts arrive, off the
 * main thread. Without it, each function is compiled on its first call.
 */
function compileAhead(): BannerPlugin {
  return new BannerPlugin({
    banner: '//# allFunctionsCalledOnLoad',
    raw: true,
    entryOnly: true,
    test: /\.js$/,
    // After minification, which removes comments.
    stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1,
  });
}

/**
 * The build of the app: hashed file names, source maps, one lazy chunk per screen, and the chosen `config.json`. It fails
 * if the first load exceeds its budget (config/webpack/initialLoad.ts).
 */
export default function webpackConfig(env: BuildEnv, argv: { readonly mode?: string }): Configuration {
  const production = argv.mode !== 'development';
  return {
    mode: production ? 'production' : 'development',
    context: root,
    // The oldest supported browsers in package.json.
    target: 'browserslist',
    entry: { main: production ? './src/main.tsx' : './src/mainInDevelopment.tsx' },
    output: {
      path: path.join(root, 'dist'),
      publicPath: '/',
      filename: production ? 'static/[name].[contenthash:8].js' : 'static/[name].js',
      chunkFilename: production ? 'static/[name].[contenthash:8].js' : 'static/[name].js',
      assetModuleFilename: 'static/[name].[contenthash:8][ext]',
      clean: true,
    },
    // Later starts of `npm run dev` compile only what has changed.
    cache: production ? false : { type: 'filesystem', buildDependencies: { config: [__filename] } },
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      alias: {
        'inter-latin-wght-normal.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
      },
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: {
            loader: 'ts-loader',
            options: {
              configFile: path.join(root, 'config/webpack/tsconfig.json'),
              onlyCompileBundledFiles: true,
              // Editors and `npm test` check the types. Checking them here takes half the time of a build.
              transpileOnly: true,
              ...(!production && { getCustomTransformers: () => ({ before: [refreshTypeScript()] }) }),
            },
          },
        },
        ...(production
          ? []
          : [{ test: /\.ts$/, exclude: /node_modules/, use: path.join(root, 'config/webpack/acceptChanges.cjs') }]),
        {
          test: /\.css$/,
          use: [
            MiniCssExtractPlugin.loader,
            {
              loader: 'css-loader',
              options: {
                modules: {
                  auto: true,
                  namedExport: false,
                  exportLocalsConvention: 'as-is',
                  localIdentName: production ? '[hash:base64:5]' : '[name]__[local]',
                },
              },
            },
          ],
        },
        { test: /\.(svg|woff2)$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      runtimeChunk: 'single',
      splitChunks: { chunks: 'all' },
      // Its output is 1 % smaller than that of Terser, which is the default, in a fifth of the time.
      minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify })],
      // The shortest export names save 1.5 KiB of the first load, gzipped.
      ...(production && { mangleExports: 'size' }),
    },
    plugins: [
      new HtmlWebpackPlugin({
        template: 'public/index.html',
        scriptLoading: 'defer',
        version: readVersion(),
        commit: readCommit(),
        oldestBrowsers: oldestBrowsersText(),
      }),
      new MiniCssExtractPlugin({
        // In development, chunks are split differently. The rules of a CSS module apply to its own classes only.
        ignoreOrder: !production,
        filename: production ? 'static/[name].[contenthash:8].css' : 'static/[name].css',
        chunkFilename: production ? 'static/[name].[contenthash:8].css' : 'static/[name].css',
      }),
      new CopyPlugin({
        patterns: [
          { from: 'public', globOptions: { ignore: ['**/index.html'] }, noErrorOnMissing: true },
          {
            from: configFile(env.config ?? 'production'),
            to: 'config.json',
            transform: (config: Buffer) => replaceAddresses(env, config),
          },
        ],
      }),
      new SecurityHeadersPlugin(),
      ...(production
        ? [
            compileAhead(),
            new PrecompressPlugin(),
            new InitialLoadPlugin({ prints: env.analyze === true }),
            new SupportedSyntaxPlugin(),
          ]
        : [new ReactRefreshPlugin({ overlay: false })]),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'warn' },
    devServer: {
      host: 'localhost',
      // Exit immediately on a signal: there is nothing to save.
      setupExitSignals: false,
      port: Number(env.port ?? 3000),
      historyApiFallback: true,
      hot: true,
      client: { overlay: { errors: true, warnings: false } },
      // The command line, which the production build has in the same place.
      static: { directory: path.join(root, 'dist', 'cli'), publicPath: '/cli', watch: false },
      setupMiddlewares: (middlewares, { app }) => {
        const { recording } = env;
        if (recording !== undefined) app?.get('/recording.json', (_request, response) => response.sendFile(recording));
        return middlewares;
      },
    },
  };
}
