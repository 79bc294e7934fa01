import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { permissionsPage } from './permissions-page.ts'

const page = permissionsPage()

/** The cells of a row of the table below a heading. */
function cells(heading: string, about: string): string[] {
  const section = page.split('\n## ').find((part) => part.startsWith(`${heading}\n`)) ?? ''
  const row = section.split('\n').find((line) => line.startsWith(`| ${about} |`)) ?? ''
  return row
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim())
}

describe('docs/permissions.md', () => {
  it('matches the policies (otherwise run `node tools/print-permissions.ts`)', async () => {
    expect(await readFile(new URL('../docs/permissions.md', import.meta.url), 'utf8')).toBe(page)
  })

  it.each([
    [
      'PERM-08 owner, manager and member create folders in the root',
      'The root',
      'create folders in it',
      'yes yes yes yes - -',
    ],
    [
      'PERM-10 in a folder, only those of them who are its editors do',
      'A folder',
      'create folders in it',
      'yes yes yes - - -',
    ],
    [
      'WS-36 no one creates a folder at the fifth level',
      'A folder of the fifth level',
      'create folders in it',
      '- - - - - -',
    ],
    ['PERM-06 a viewer opens files', 'A file, in a state that allows it', 'open it', 'yes yes yes yes yes yes'],
    ['PERM-26 editors rename files', 'A file, in a state that allows it', 'rename it', 'yes yes yes - yes -'],
    [
      'PERM-28 editors of a file change its tags',
      'Tags',
      'change the name and colour of a tag that is used in the file, and delete it',
      'yes yes yes - yes -',
    ],
    [
      'PERM-28 guests do not change tags of others that are only used elsewhere',
      'Tags',
      'the same for a tag of another person that is not used there',
      'yes yes yes - - -',
    ],
  ])('%s', (_rule, heading, about, expected) => {
    expect(
      cells(heading, about)
        .map((cell) => cell || '-')
        .join(' '),
    ).toBe(expected)
  })
})
