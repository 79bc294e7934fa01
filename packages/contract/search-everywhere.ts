// The search of the palette: everything that the reader sees, in one answer.
import * as z from 'zod'
import { person } from './fields.ts'
import { homeFile } from './home.ts'
import { operation } from './operation.ts'
import { searchWords } from './search.ts'

/** Rows of each group. */
export const FOUND_ROWS = 5

const inFolder = z.object({ id: z.int(), name: z.string() })

/** The rows of each group that match best. Empty words match nothing. */
export const foundEverywhere = z.object({
  /** Folders by name, each with the names of the folders above it that the reader sees, the topmost first. */
  folders: z.array(inFolder.extend({ path: z.array(z.string()) })),
  /** Files by title. */
  files: z.array(homeFile),
  /** Members of the workspace by name or address, for readers who may see them. */
  members: z.array(person.extend({ email: z.string() })),
  /** Speakers that people created, named or described, each with a folder of it. */
  speakers: z.array(person.extend({ folder: inFolder })),
  /** Tags by name; `project_id` is a folder whose page shows their passages. */
  tags: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      /** Hex colour, `#RRGGBB`. */
      appearance: z.string(),
      category: z.string(),
      project_id: z.int(),
    }),
  ),
  /** Files in which the words are spoken, last updated first, each with its first hits as `metadata`. */
  spoken: z.array(homeFile),
})
export type FoundEverywhere = z.infer<typeof foundEverywhere>

export const searchEverywhere = operation({
  name: 'searchEverywhere',
  method: 'GET',
  path: '/search/everywhere',
  access: 'session',
  query: z.object({ query: searchWords }),
  response: foundEverywhere,
  rateLimit: { max: 240, window: 60, key: 'account' },
})
