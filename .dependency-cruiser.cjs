// The boundaries of docs/architecture.md as rules. `npm run check` fails when an import crosses one.

// What dependency-cruiser does not tell its parser yet: that .tsx holds markup, and that `using` declares variables.
const swc = require('@swc/core')
const { parseFileSync } = swc
swc.parseFileSync = (file, options) => parseFileSync(file, { ...options, tsx: file.endsWith('x') })
const { Visitor } = require('@swc/core/Visitor')
const { visitStatement } = Visitor.prototype
Visitor.prototype.visitStatement = function (statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  this.visitVariableDeclarators(statement.decls)
  return statement
}

// Low to high, without platform, which has rules of its own.
const { layers } = require('./server/layers.ts')
const domains = layers.filter((layer) => layer !== 'platform').join('|')
const tests = '\\.test\\.tsx?$|(^|/)test/'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one idea: merge them or give the shared part its own file.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '\\?(url|raw|worker)$' },
    },
    {
      name: 'packages-stand-alone',
      comment: 'packages/ is used by server and web, never the other way round.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(server|web|desktop|e2e|bench|tools)/' },
    },
    {
      name: 'web-knows-no-server',
      comment: 'The browser speaks to the server by the contract only.',
      severity: 'error',
      from: { path: '^web/', pathNot: tests },
      to: { path: '^server/' },
    },
    {
      name: 'api-texts-stay-on-the-server',
      comment: 'The texts of the OpenAPI document are for other programs: no visitor loads them.',
      severity: 'error',
      from: { pathNot: '^server/platform/http/|^packages/contract/api-texts/' },
      to: { path: '^packages/contract/api-texts/' },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'platform-knows-no-domain',
      comment: 'server/platform holds no domain word; roles/ and program.ts wire the domains to it.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: tests },
      to: { path: `^server/(${domains}|roles|migrations)/` },
    },
    {
      name: 'store-is-private',
      comment: "A domain calls another's operations or policy, never its SQL.",
      severity: 'error',
      from: { path: `^server/(${domains})/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^server/(${domains})/.*\\bstore\\.ts$`, pathNot: '^server/$1/' },
    },
    {
      name: 'leaves-only-listen',
      comment: 'notifications and console react to events; nobody calls them.',
      severity: 'error',
      from: {
        path: '^server/([^/]+)',
        pathNot: `^server/(main\\.ts|program\\.ts|domains\\.ts|roles/|seed|reset|migrate)|${tests}`,
      },
      to: { path: '^server/(notifications|console)/', pathNot: '^server/$1/' },
    },
    {
      name: 'pure-packages',
      comment: 'These run in the browser too, or must stay free of files, sockets and processes.',
      severity: 'error',
      from: { path: '^packages/(contract|transcript|language|media-tools|editor|exchange)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'editor-has-no-react',
      severity: 'error',
      from: { path: '^packages/editor/' },
      to: { path: '(^|/)node_modules/(react|react-dom|@mantine)(/|$)' },
    },
    {
      name: 'tests-stay-in-tests',
      comment: 'The product never leans on its tests.',
      severity: 'error',
      from: { path: '^(packages|server|web)/', pathNot: `${tests}|^server/seed` },
      to: { path: `^(packages|server|web)/.*(${tests})` },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data|\\.tools|\\.cache)/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'browser'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css', '.d.ts'],
    },
    cache: false,
  },
}
