// The domains of the server in layers, low to high. A domain imports lower layers only; `npm run check` reads this list
// and fails on an import that points upwards and on a folder that is missing here. What a lower layer needs from a higher
// one arrives through a hook (platform/hook.ts) or an event.
export const layers = [
  'platform',
  /** Plans, quotas and usage. */
  'billing',
  /** People, sessions, sign-in. */
  'accounts',
  /** Items: visibility, folders, moves, rights. */
  'tree',
  /** File rows, the table of a folder, media grants. */
  'files',
  /** Deleting, restoring and expiry of items. */
  'trash',
  /** Members of the workspace, roles on items, invitations, seats. */
  'membership',
  /** ffmpeg passes, streaming media, downloads. */
  'media',
  /** Blocks, saves, edit locks, history. */
  'transcripts',
  /** The lifecycle of a recording, from its bytes to its transcript. */
  'processing',
  'uploads',
  'speakers',
  'tags',
  'sections',
  /** Threads of comments on passages, mentions. */
  'comments',
  /** Keywords and emotions of a transcript. */
  'analysis',
  'search',
  /** Reports of a folder by two classifications. */
  'reports',
  /** Questions about transcripts: retrieval, chats, answers with citations. */
  'assistant',
  /** Summaries of files, written by a model. */
  'summary',
  /** Deals of a connected HubSpot: proposed values with evidence, and what was written. */
  'crm',
  'exchange',
  /** The sample recording of a new workspace. */
  'sample',
  'notifications',
  /** Applications of companies for a plan. */
  'applications',
  /** Cards, checkouts, closed months and invoices. */
  'payment',
  /** The operator's view of the installation. */
  'console',
] as const
