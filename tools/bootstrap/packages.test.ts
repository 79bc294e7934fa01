import { describe, expect, it } from 'vitest'
import { isInstalled } from './packages.mjs'

const packages = {
  '': { name: 'kaiwa' },
  'packages/contract': { version: '0.1.0' },
  'node_modules/@kaiwa/contract': { resolved: 'packages/contract', link: true },
  'node_modules/zod': { version: '4.0.0', integrity: 'sha512-a' },
  'node_modules/@swc/core-darwin-arm64': { version: '1.0.0', integrity: 'sha512-b', optional: true },
}
const wanted = { packages }
const { '': _root, 'node_modules/@swc/core-darwin-arm64': _other, ...here } = packages

function without(name: string) {
  return Object.fromEntries(Object.entries(here).filter(([path]) => path !== name))
}

describe('the packages of the lockfile are installed', () => {
  it.each([
    ['all that belong to this platform', { packages: here }, true],
    ['more than asked', { packages: { ...here, 'node_modules/more': { version: '1.0.0' } } }, true],
    ['none, or an install that broke off', null, false],
    ['one is missing', { packages: without('node_modules/zod') }, false],
    ['one is older', { packages: { ...here, 'node_modules/zod': { version: '3.9.0', integrity: 'sha512-c' } } }, false],
    ['a workspace is missing', { packages: without('node_modules/@kaiwa/contract') }, false],
  ])('%s: %#', (_, installed, answer) => expect(isInstalled(wanted, installed)).toBe(answer))
})
