import { expect, it } from 'vitest'
import { qrPath } from './qr-path.ts'

const url = 'otpauth://totp/Kaiwa:hana%40kaiwa.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Kaiwa'

/** The dark modules drawn by a path. */
function modulesOf(path: string): Set<string> {
  return new Set(
    [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)].flatMap(([, x, y, run]) =>
      Array.from({ length: Number(run) }, (_, at) => `${Number(x) + at} ${y}`),
    ),
  )
}

it('draws three finder patterns within a margin of four modules', () => {
  const { size, path } = qrPath(url)
  const dark = modulesOf(path)
  const inner = size - 8
  expect((inner - 17) % 4).toBe(0)
  for (const module of dark)
    for (const place of module.split(' ').map(Number)) expect(place >= 4 && place < size - 4).toBe(true)
  for (const [left, top] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const) {
    const finder = Array.from({ length: 7 }, (_, y) =>
      Array.from({ length: 7 }, (__, x) => (dark.has(`${left + x} ${top + y}`) ? '#' : '.')).join(''),
    )
    expect(finder).toEqual(['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'])
  }
})

it('differs for another secret', () => {
  expect(qrPath(url).path).not.toBe(qrPath(url.replace('GEZD', 'MZXW')).path)
})
