import * as z from 'zod'
import { id, instant, person } from './fields.ts'
import { file } from './files.ts'
import { item } from './items.ts'
import { operation } from './operation.ts'

/** Rows of each list of the home. */
export const HOME_ROWS = 6

/** A file with its folder. */
export const homeFile = file.extend({ folder: z.object({ id, name: z.string() }) })
export type HomeFile = z.infer<typeof homeFile>

/** A folder or file on which another user gave the reader a role. */
export const sharedItem = z.object({
  item_id: z.int(),
  is_project: z.boolean(),
  /** The id of the folder or file. */
  resource_id: z.int(),
  /** The folder itself, or the folder of the file. */
  project_id: z.int(),
  name: z.string(),
  /** Null if the giver is unknown: the account is gone, or the role is older than this field. */
  shared_by: person.nullable(),
  shared_at: instant,
})
export type SharedItem = z.infer<typeof sharedItem>

/** The completed first steps of the reader, derived from existing rows; clicks are not recorded. */
export const firstSteps = z.object({
  /** A sample recording that the reader sees, once its bytes are stored. */
  sample: z.object({ project_id: z.int(), id: z.int() }).nullable(),
  /** The reader has uploaded a recording. */
  has_uploaded: z.boolean(),
  /** The reader has sent an invitation or given another user a role on an item. */
  has_invited: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>

/** Content of the root page above the list of folders. Contains only items that the reader may see. */
export const home = z.object({
  /** The last updated files that are not being processed, newest first. */
  recent: z.array(homeFile),
  /** Files whose upload or processing has not ended, newest first. */
  running: z.array(homeFile),
  /** The number of all files in progress. */
  running_total: z.int(),
  /** The last folders and files given to the reader by others, newest first. */
  shared: z.array(sharedItem),
  first_steps: firstSteps,
})
export type Home = z.infer<typeof home>

export const getHome = operation({
  name: 'getHome',
  method: 'GET',
  path: '/home',
  access: 'session',
  response: home,
})

/**
 * Returns the folder 'Recordings' of the root into which the caller may upload, and creates it if it does not exist.
 * Concurrent calls return the same folder. If the caller may not upload into the existing folder, they get another one
 * with their name.
 */
export const openRecordings = operation({
  name: 'openRecordings',
  method: 'POST',
  path: '/home/recordings',
  access: 'session',
  response: item,
  status: 200,
  errors: ['E_NOT_FOUND', 'E_FORBIDDEN', 'PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE'],
})

/**
 * Adds the sample recording to the root in a new folder, and processes it like any recording. If the caller already
 * sees a sample, returns that one.
 */
export const addSample = operation({
  name: 'addSample',
  method: 'POST',
  path: '/home/sample',
  access: 'session',
  response: file,
  status: 200,
  errors: [
    'E_NOT_FOUND',
    'E_FORBIDDEN',
    'PROJECT_CREATE_FORBIDDEN_NO_WORKSPACE',
    'PROJECT_MAX_STORAGE_EXCEEDED',
    'E_UNAVAILABLE',
  ],
})
