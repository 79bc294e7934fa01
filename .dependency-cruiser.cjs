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

const { readdirSync } = require('node:fs')
const { layers } = require('./server/layers.ts')
const { layers: webLayers } = require('./web/layers.ts')

/** Throws if a folder of `root` is neither a layer nor one of `others`. */
function assertListed(root, listed, others) {
  const unlisted = readdirSync(`${__dirname}/${root}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => !listed.includes(name) && !others.includes(name))
  if (unlisted.length > 0) throw new Error(`${root}/layers.ts does not list ${unlisted.join(', ')}`)
}
assertListed('server', layers, ['migrations', 'node_modules', 'roles', 'seeds', 'test'])
assertListed('web', webLayers, ['dist', 'node_modules', 'public', 'test'])
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
    ...layers.map((layer, index) => ({
      name: `${layer}-imports-lower-layers-only`,
      comment:
        'server/layers.ts lists the domains from low to high. Use a hook, an extension point or an event instead.',
      severity: 'error',
      from: { path: `^server/${layer}/`, pathNot: tests },
      to: { path: `^server/(${[...layers.slice(index + 1), 'roles', 'migrations'].join('|')})/` },
    })),
    ...webLayers.map((layer, index) => ({
      name: `web-${layer}-imports-lower-layers-only`,
      comment: 'web/layers.ts lists the folders from low to high. Use a registry of the page instead.',
      severity: 'error',
      from: { path: `^web/${layer}/`, pathNot: tests },
      // Files beside the folders belong to the program as a whole.
      to: {
        path: `^web/([^/]+$${webLayers
          .slice(index + 1)
          .map((higher) => `|${higher}/`)
          .join('')})`,
      },
    })),
    {
      name: 'wiring-is-for-programs',
      comment: 'Only the list of domains, the programs of worker threads and the page of permissions load the wiring.',
      severity: 'error',
      from: { path: '^server/', pathNot: `^server/(domains|permissions-page)\\.ts$|\\.thread\\.ts$|${tests}` },
      to: { path: '^server/wiring\\.ts$' },
    },
    {
      name: 'leaves-only-listen',
      comment: 'notifications and console react to events; nobody calls them.',
      severity: 'error',
      from: {
        path: '^server/([^/]+)',
        pathNot: `^server/(main\\.(ts|mjs)|program\\.ts|domains\\.ts|roles/|seed|operator\\.ts|reset|migrate)|${tests}`,
      },
      to: { path: '^server/(notifications|console)/', pathNot: '^server/$1/' },
    },
    {
      name: 'pure-packages',
      comment: 'These run in the browser too, or must stay free of files, sockets and processes.',
      severity: 'error',
      from: { path: '^packages/(contract|transcript|language|media-tools|editor|exchange|money)/', pathNot: tests },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'editor-has-no-react',
      severity: 'error',
      from: { path: '^packages/editor/' },
      to: { path: '(^|/)node_modules/(react|react-dom|@mantine)(/|$)' },
    },
    {
      name: 'speech-testing-stays-in-tests',
      comment: 'Test models, stand-ins and quality measures of packages/speech are for tests and benches.',
      severity: 'error',
      from: { path: '^(packages|server|web|tools)/', pathNot: `${tests}|^packages/speech/testing/` },
      to: { path: '^packages/speech/testing/' },
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
