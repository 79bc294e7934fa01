import { expect, it } from 'vitest'
import { confine } from './confine.ts'

const limits = { memoryBytes: 400_000_000, cpuSeconds: 59.2, fileSizeBytes: 1e9 }

it('applies all limits to a program', () =>
  expect(confine(limits, (name) => `/usr/bin/${name}`).join(' ')).toBe(
    '/usr/bin/setpriv --pdeathsig KILL /usr/bin/nice -n 19 ' +
      '/usr/bin/prlimit --data=400000000 --cpu=60:65 --fsize=1000000000 --core=0 --',
  ))

it('applies what it can if util-linux is missing', () =>
  expect(confine(limits, (name) => (name === 'nice' ? '/usr/bin/nice' : null))).toEqual(['/usr/bin/nice', '-n', '19']))
