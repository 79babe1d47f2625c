/*
 * Makes the libraries load their production builds, without the development checks that other tests run. Import it
 * before the libraries.
 */
process.env.NODE_ENV = 'production';
