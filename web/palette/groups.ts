// Groups of the palette: options from an answer of the server, recent files and commands.
import type { HomeFile } from '@kaiwa/contract/home.ts'
import type { Hit } from '@kaiwa/contract/search.ts'
import type { FoundEverywhere } from '@kaiwa/contract/search-everywhere.ts'
import { normalise } from '@kaiwa/language/normalise.ts'
import { fileAddress } from '../files/file-address.ts'
import { type CommandId, isPageCommand, PAGES } from './commands.ts'

export type GroupId = 'recent' | 'commands' | 'folders' | 'files' | 'people' | 'tags' | 'spoken' | 'all'

/** A row of the palette. `to` is the address that it opens; a command without one does something here. */
export type PaletteOption = { id: string } & (
  | { kind: 'command'; command: CommandId; label: string; to?: string }
  | { kind: 'folder'; to: string; name: string; about: string }
  | { kind: 'file'; to: string; file: HomeFile }
  | {
      kind: 'person'
      to: string
      person: { name: string; avatar: string | null }
      role: 'member' | 'speaker'
      about: string
    }
  | { kind: 'tag'; to: string; name: string; colour: string; about: string }
  | { kind: 'hit'; to: string; hit: Hit; file: HomeFile }
  | { kind: 'all'; to: string }
)

export interface Group {
  id: GroupId
  options: PaletteOption[]
}

export interface Command {
  id: CommandId
  label: string
  /** Further words by which it is found. */
  keywords: string
}

/** A single character matches labels only: most keywords would contain it. */
const MIN_KEYWORD_LENGTH = 2

const TAB = { tags: 2, speakers: 4 } as const

function fileOption(file: HomeFile): PaletteOption {
  // A file that cannot be opened yet is shown in its folder.
  const to = file.can.open ? fileAddress(file) : `/projects/${file.folder.id}`
  return { kind: 'file', id: `file-${file.id}`, to, file }
}

function commandOptions(commands: readonly Command[], words: string): PaletteOption[] {
  const parts = normalise(words).split(/\s+/).filter(Boolean)
  return commands
    .filter(({ label, keywords }) => {
      const [name, all] = [normalise(label), normalise(`${label} ${keywords}`)]
      return parts.every((part) => ([...part].length < MIN_KEYWORD_LENGTH ? name : all).includes(part))
    })
    .map(({ id, label }) => ({
      kind: 'command' as const,
      id: `command-${id}`,
      command: id,
      label,
      ...(isPageCommand(id) ? { to: PAGES[id] } : {}),
    }))
}

function peopleOptions({ members, speakers }: FoundEverywhere): PaletteOption[] {
  return [
    ...members.map((person) => ({
      kind: 'person' as const,
      id: `member-${person.id}`,
      to: PAGES.members,
      person,
      role: 'member' as const,
      about: person.email,
    })),
    ...speakers.map((person) => ({
      kind: 'person' as const,
      id: `speaker-${person.id}`,
      to: `/projects/${person.folder.id}?${new URLSearchParams({ tab: String(TAB.speakers), query: person.name })}`,
      person,
      role: 'speaker' as const,
      about: person.folder.name,
    })),
  ]
}

function hitOptions(file: HomeFile, words: string): PaletteOption[] {
  return file.metadata.map((hit) => ({
    kind: 'hit' as const,
    id: `hit-${hit.id}`,
    to: fileAddress(file, { search: words, block: hit.id, seconds: hit.start_time }),
    hit,
    file,
  }))
}

interface Input {
  /** Trimmed. */
  words: string
  commands: readonly Command[]
  /** The answer to the words; null before it arrives. */
  found: FoundEverywhere | null
  recent: readonly HomeFile[]
  /** Id of the root as a project, for the list of all results; null for readers who do not see it. */
  rootId: number | null
}

function foundGroups({ words, found, rootId }: Input): Group[] {
  if (found === null) return []
  const { folders, files, tags, spoken } = found
  const hasMore = rootId !== null && folders.length + files.length + spoken.length > 0
  return [
    {
      id: 'folders',
      options: folders.map(({ id, name, path }) => ({
        kind: 'folder',
        id: `folder-${id}`,
        to: `/projects/${id}`,
        name,
        about: path.join(' / '),
      })),
    },
    { id: 'files', options: files.map(fileOption) },
    { id: 'people', options: peopleOptions(found) },
    {
      id: 'tags',
      options: tags.map(({ id, name, appearance, category, project_id: project }) => ({
        kind: 'tag',
        id: `tag-${id}`,
        to: `/projects/${project}?tab=${TAB.tags}&folder=below&tag=${id}`,
        name,
        colour: appearance,
        about: category,
      })),
    },
    { id: 'spoken', options: spoken.flatMap((file) => hitOptions(file, words)) },
    {
      id: 'all',
      options: hasMore
        ? [{ kind: 'all', id: 'all', to: `/projects/${rootId}?${new URLSearchParams({ query: words })}` }]
        : [],
    },
  ]
}

/** The groups in the order in which they are listed, without empty ones. */
export function paletteGroups(input: Input): Group[] {
  const { words, commands, recent } = input
  const own: Group = { id: 'commands', options: commandOptions(commands, words) }
  const groups: Group[] =
    words === '' ? [{ id: 'recent', options: recent.map(fileOption) }, own] : [own, ...foundGroups(input)]
  return groups.filter(({ options }) => options.length > 0)
}
