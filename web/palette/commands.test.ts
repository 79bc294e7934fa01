import type { AccountAbilities } from '@kaiwa/contract/accounts.ts'
import type { Item } from '@kaiwa/contract/items.ts'
import { describe, expect, it } from 'vitest'
import { availableCommands, type CommandContext, folderAt, PAGES, parentOfNewFolder } from './commands.ts'

const NOBODY: AccountAbilities = {
  view_members: false,
  keep_trash: false,
  connect_crm: false,
  pay: false,
  inquire: false,
  view_installation: false,
}
const GUEST: CommandContext = {
  can: NOBODY,
  hasFolderParent: false,
  canUpload: false,
  canRecord: false,
  locale: 'ja',
  theme: 'auto',
}
const FOR_ALL = ['home', 'account', 'guide', 'shortcuts', 'support', 'english', 'light', 'dark', 'logout']

describe('only commands that the person may use are offered', () => {
  it.each<[string, Partial<CommandContext>, string[]]>([
    ['a guest', {}, []],
    ['somebody who may create folders', { hasFolderParent: true }, ['newFolder']],
    ['somebody who may upload', { canUpload: true }, ['upload']],
    ['somebody who may record', { canRecord: true }, ['record']],
    ['a manager', { can: { ...NOBODY, view_members: true } }, ['members', 'usage']],
    ['a keeper of the trash', { can: { ...NOBODY, keep_trash: true } }, ['trash']],
    ['an owner', { can: { ...NOBODY, connect_crm: true } }, ['cooperation']],
    ['an operator', { can: { ...NOBODY, view_installation: true } }, ['installation']],
  ])('%s', (_who, changes, more) => {
    expect(availableCommands({ ...GUEST, ...changes }).toSorted()).toEqual([...FOR_ALL, ...more].toSorted())
  })

  it.each<[Partial<CommandContext>, string[]]>([
    [{ locale: 'ja', theme: 'auto' }, ['english', 'light', 'dark']],
    [{ locale: 'en', theme: 'light' }, ['japanese', 'dark', 'auto']],
    [{ locale: 'en', theme: 'dark' }, ['japanese', 'light', 'auto']],
  ])('with %j the settings %j', (changes, settings) => {
    const all = new Set(['japanese', 'english', 'light', 'dark', 'auto'])
    expect(availableCommands({ ...GUEST, ...changes }).filter((id) => all.has(id))).toEqual(settings)
  })

  it('commands lead to pages of the product', () =>
    expect([PAGES.home, PAGES.shortcuts, PAGES.account]).toEqual(['/projects', '/guide/keys', '/mypage/profile']))
})

function folder(id: number, path: string, can: boolean, children: Item[] = []): Item {
  return {
    resource_id: id,
    path,
    is_root_item: !path.includes('_'),
    can: { create_folder: can },
    children,
  } as Item
}

describe('the place of a new folder', () => {
  const deepest = folder(15, '1_2_3_4_5_6', true)
  const above = folder(14, '1_2_3_4_5', true, [deepest])
  const closed = folder(20, '1_7', false)
  const items = [folder(10, '1', true, [above, closed])]
  it.each([
    ['/projects/14', 14, 14],
    ['/projects/14/files/3', 14, 14],
    ['/projects/14?tab=2', null, 10],
    ['/projects/15', 15, 10],
    ['/projects/20', 20, 10],
    ['/projects/999', null, 10],
    ['/mypage/profile', null, 10],
  ])('at %s: the page shows %j, a new folder goes to %j', (path, shown, parent) => {
    const here = folderAt(items, path)
    expect([here?.resource_id ?? null, parentOfNewFolder(items, here)?.resource_id ?? null]).toEqual([shown, parent])
  })

  it('is nowhere for a reader who may create no folder', () =>
    expect(parentOfNewFolder([folder(10, '1', false, [closed])], closed)).toBeNull())
})
