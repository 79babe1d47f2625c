import fs from 'node:fs';
import path from 'node:path';
import CopyPlugin from 'copy-webpack-plugin';
import HtmlWebpackPlugin from 'html-webpack-plugin';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import * as v from 'valibot';
import type { Configuration } from 'webpack';
import 'webpack-dev-server';
import { InitialLoadPlugin } from './config/webpack/initialLoad';
import { PrecompressPlugin } from './config/webpack/precompress';
import { SecurityHeadersPlugin } from './config/webpack/securityHeadersFile';

/** Options on the command line: `npm run build -- --env config=development`. */
interface BuildEnv {
  /** Which of `config/*.json` becomes `config.json`; `production` unless told. */
  readonly config?: string;
  /** Address of the local backend, where that is not the one of the chosen configuration. */
  readonly backend?: string;
  /** Port of the development server; 3000 unless told. */
  readonly port?: string;
  /** Prints what every chunk weighs: `npm run build -- --analyze`. */
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

/** A configuration whose addresses are moved to another local backend, if there is one. */
function moveTo(backend: string | undefined, config: Buffer): string {
  const text = config.toString('utf8');
  return backend === undefined ? text : text.replaceAll('http://localhost:4000', backend);
}

/** The release, for error reports. */
function readVersion(): string {
  const text = fs.readFileSync(path.join(root, 'package.json'), 'utf8');
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version;
}

/**
 * The app's build: hashed names, source maps, one lazy chunk a screen, and the chosen `config.json` beside it. It fails
 * when the first load gets too large (config/webpack/initialLoad.ts).
 */
export default function webpackConfig(env: BuildEnv, argv: { readonly mode?: string }): Configuration {
  const production = argv.mode !== 'development';
  return {
    mode: production ? 'production' : 'development',
    context: root,
    entry: { main: production ? './src/main.tsx' : './src/mainInDevelopment.tsx' },
    output: {
      path: path.join(root, 'dist'),
      publicPath: '/',
      filename: production ? 'static/[name].[contenthash:12].js' : 'static/[name].js',
      chunkFilename: production ? 'static/[name].[contenthash:12].js' : 'static/[name].js',
      assetModuleFilename: 'static/[name].[contenthash:12][ext]',
      clean: true,
    },
    devtool: production ? 'source-map' : 'cheap-module-source-map',
    resolve: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
    module: {
      rules: [
        {
          test: /\.tsx?$/,
          exclude: /node_modules/,
          use: {
            loader: 'ts-loader',
            options: { configFile: path.join(root, 'config/webpack/tsconfig.json'), onlyCompileBundledFiles: true },
          },
        },
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
                  localIdentName: production ? '[hash:base64:6]' : '[name]__[local]',
                },
              },
            },
          ],
        },
        { test: /\.svg$/, type: 'asset/resource' },
      ],
    },
    optimization: {
      runtimeChunk: 'single',
      splitChunks: { chunks: 'all' },
      // The shortest names there are: 1.5 KiB of the first load, gzipped.
      ...(production && { mangleExports: 'size' }),
    },
    plugins: [
      new HtmlWebpackPlugin({ template: 'public/index.html', scriptLoading: 'defer', version: readVersion() }),
      new MiniCssExtractPlugin({
        filename: production ? 'static/[name].[contenthash:12].css' : 'static/[name].css',
        chunkFilename: production ? 'static/[name].[contenthash:12].css' : 'static/[name].css',
      }),
      new CopyPlugin({
        patterns: [
          { from: 'public', globOptions: { ignore: ['**/index.html'] }, noErrorOnMissing: true },
          {
            from: configFile(env.config ?? 'production'),
            to: 'config.json',
            transform: (config: Buffer) => moveTo(env.backend, config),
          },
        ],
      }),
      new SecurityHeadersPlugin(),
      ...(production ? [new PrecompressPlugin(), new InitialLoadPlugin({ prints: env.analyze === true })] : []),
    ],
    performance: { hints: false },
    stats: 'errors-warnings',
    devServer: {
      host: 'localhost',
      // It has nothing to save: a signal ends it at once.
      setupExitSignals: false,
      port: Number(env.port ?? 3000),
      historyApiFallback: true,
      hot: true,
      client: { overlay: { errors: true, warnings: false } },
      static: false,
    },
  };
}
