import type { HomeFile } from '@kaiwa/contract/home.ts'
import type { FoundEverywhere } from '@kaiwa/contract/search-everywhere.ts'
import { describe, expect, it } from 'vitest'
import { paletteGroups } from './groups.ts'

function file(id: number, changes: object = {}): HomeFile {
  const columns = { id, project_id: 7, folder: { id: 7, name: '営業' }, can: { open: true }, metadata: [] }
  return { ...columns, ...changes } as unknown as HomeFile
}

function hit(id: string, start_time: number) {
  return { id, title: '定例', start_time, content: '予算です', marks: [], remain: 0 }
}

const NOTHING: FoundEverywhere = { folders: [], files: [], members: [], speakers: [], tags: [], spoken: [] }
const FOUND: FoundEverywhere = {
  folders: [{ id: 3, name: '予算', path: ['ワークスペース', '経理'] }],
  files: [file(1), file(2, { can: { open: false } })],
  members: [{ id: 4, name: '予算 太郎', avatar: null, email: 'taro@kaiwa.example' }],
  speakers: [{ id: 5, name: '予算&係', avatar: null, folder: { id: 7, name: '営業' } }],
  tags: [{ id: 6, name: '予算', appearance: '#FD6F2C', category: 'タグ', project_id: 8 }],
  spoken: [file(9, { metadata: [hit('a', 3.5), hit('b', 7)] })],
}
const COMMANDS = [
  { id: 'home', label: 'ホームへ移動', keywords: 'トップ home' },
  { id: 'dark', label: 'ダークテーマにする', keywords: '暗い dark theme' },
] as const

function list(words: string, changes: object = {}) {
  const groups = paletteGroups({ words, commands: COMMANDS, found: FOUND, recent: [file(11)], rootId: 2, ...changes })
  return groups.map(({ id, options }) => [id, ...options.map((option) => `${option.id} ${option.to ?? ''}`.trim())])
}

describe('the groups of the palette', () => {
  it('without words: recent files, then all commands', () =>
    expect(list('')).toEqual([
      ['recent', 'file-11 /projects/7/files/11'],
      ['commands', 'command-home /projects', 'command-dark'],
    ]))

  it('with words: every result with the address that it opens', () =>
    expect(list('予算')).toEqual([
      ['folders', 'folder-3 /projects/3'],
      // A file that cannot be opened yet is shown in its folder.
      ['files', 'file-1 /projects/7/files/1', 'file-2 /projects/7'],
      ['people', 'member-4 /mypage/member', 'speaker-5 /projects/7?tab=4&query=%E4%BA%88%E7%AE%97%26%E4%BF%82'],
      ['tags', 'tag-6 /projects/8?tab=2&folder=below&tag=6'],
      [
        'spoken',
        'hit-a /projects/7/files/9?search=%E4%BA%88%E7%AE%97&block=a&t=3.5',
        'hit-b /projects/7/files/9?search=%E4%BA%88%E7%AE%97&block=b&t=7',
      ],
      ['all', 'all /projects/2?query=%E4%BA%88%E7%AE%97'],
    ]))

  it.each([
    ['ほーむ', []],
    ['ホーム', ['command-home /projects']],
    ['ﾎｰﾑ', ['command-home /projects']],
    ['DARK', ['command-dark']],
    ['theme dark', ['command-dark']],
    ['theme home', []],
    ['ダ', ['command-dark']],
    ['ト', []],
  ])('%j finds the commands %j, by label and keywords, regardless of width, case and order', (words, expected) =>
    expect(list(words, { found: NOTHING })).toEqual(expected.length > 0 ? [['commands', ...expected]] : []),
  )

  it('commands stand above the results', () =>
    expect(list('ホーム').map(([id]) => id)).toEqual([
      'commands',
      'folders',
      'files',
      'people',
      'tags',
      'spoken',
      'all',
    ]))

  it('a reader who does not see the root has no list of all results, nor a list of only people', () => {
    expect(list('予算', { rootId: null }).map(([id]) => id)).not.toContain('all')
    expect(list('予算', { found: { ...NOTHING, members: FOUND.members } }).map(([id]) => id)).toEqual(['people'])
  })

  it('before an answer only commands are listed', () =>
    expect(list('ホーム', { found: null })).toEqual([['commands', 'command-home /projects']]))
})
