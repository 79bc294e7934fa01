// The owner of each table. Only the owner writes it, in its `store.ts` or a file of its `store/`; `npm run check` reads
// these lists (tools/table-ownership.ts). Stores of higher layers may read it: a query with an access filter is one
// statement.
import type { layers } from './layers.ts'

type Layer = (typeof layers)[number]

export const tableOwners: Readonly<Record<string, Layer>> = {
  events: 'platform',
  job_failures: 'platform',
  leases: 'platform',
  mails: 'platform',
  rate_limits: 'platform',
  waiting_mails: 'platform',
  billing_ledger: 'billing',
  companies: 'billing',
  charges: 'payment',
  checkouts: 'payment',
  payment_customers: 'payment',
  payment_differences: 'payment',
  payment_events: 'payment',
  payment_links: 'payment',
  trial_provider_objects: 'payment',
  month_closings: 'payment',
  invoice_lines: 'payment',
  invoice_numbers: 'payment',
  invoices: 'payment',
  plan_changes: 'billing',
  plans: 'billing',
  price_lists: 'billing',
  subscriptions: 'billing',
  usage_ledger: 'billing',
  usage_peaks: 'billing',
  usage_totals: 'billing',
  account_tokens: 'accounts',
  former_addresses: 'accounts',
  google_attempts: 'accounts',
  identities: 'accounts',
  recovery_codes: 'accounts',
  sessions: 'accounts',
  sign_in_tickets: 'accounts',
  two_factors: 'accounts',
  users: 'accounts',
  items: 'tree',
  projects: 'tree',
  unread_items: 'tree',
  files: 'files',
  trash: 'trash',
  invitations: 'membership',
  item_roles: 'membership',
  workspace_members: 'membership',
  workspaces: 'membership',
  block_keywords: 'transcripts',
  block_keywords_backlog: 'transcripts',
  block_tags: 'transcripts',
  block_texts: 'transcripts',
  block_texts_backlog: 'transcripts',
  block_versions: 'transcripts',
  blocks: 'transcripts',
  draft_blocks: 'transcripts',
  edit_locks: 'transcripts',
  transcript_drafts: 'transcripts',
  transcript_originals: 'transcripts',
  transcript_revisions: 'transcripts',
  transcripts: 'transcripts',
  speech_chunks: 'processing',
  uploads: 'uploads',
  project_speakers: 'speakers',
  speakers: 'speakers',
  tag_categories: 'tags',
  tags: 'tags',
  talk_figures: 'analysis',
  chat_files: 'assistant',
  chat_messages: 'assistant',
  chat_speakers: 'assistant',
  chats: 'assistant',
  provider_consents: 'assistant',
  summaries: 'summary',
  summary_parts: 'summary',
  summary_settings: 'summary',
  comment_mentions: 'comments',
  comment_threads: 'comments',
  comments: 'comments',
  notifications: 'notifications',
  subscription_requests: 'applications',
  workers: 'console',
}

/** A layer that writes columns of a table of another layer. */
export interface ColumnOwner {
  layer: Layer
  /** Columns that this layer writes and the table's owner only inserts. */
  columns: readonly string[]
  /** Columns that both write. */
  shared: readonly string[]
  /** Whether the layer may insert rows. */
  mayInsert: boolean
}

/** Columns that another layer than the table's owner writes: the state of a recording and what is measured of it. */
export const columnOwners: Readonly<Record<string, ColumnOwner>> = {
  files: {
    layer: 'processing',
    columns: [
      'charge_cause',
      'charge_count',
      'derived_size',
      'duration',
      'estimate_completed_at',
      'progress_share',
      'progress_at',
      'failed_reason',
      'has_separate_channels',
      'spoken_language',
      'speech_size',
      'has_thumbnail',
      'is_audio',
      'is_original_playable',
      'is_playable',
      'is_preparing',
      'language',
      'media_heard',
      'media_note',
      'media_read',
      'media_speed',
      'note',
      'original_size',
      'prepared_at',
      'probe',
      'processed_at',
      'run',
      'status',
      'thumbnail_count',
      'transcript_started_at',
    ],
    shared: ['last_updated_at', 'last_updated_by'],
    mayInsert: false,
  },
  // The lifecycle of a recording contains the state of its transcript.
  transcripts: { layer: 'processing', columns: ['status'], shared: ['file_id'], mayInsert: true },
}

/** Tables of higher layers that a store may read, with the reason. */
export const upwardReads: Readonly<Partial<Record<Layer, Readonly<Record<string, string>>>>> = {
  billing: {
    workspaces: 'usage is counted per workspace in one statement',
    workspace_members: 'seats are counted from roles',
    items: 'seats are counted from roles on items',
    item_roles: 'seats are counted from roles on items',
    projects: 'usage contains the number of folders',
    files: 'usage contains the sound of recordings in processing',
  },
  accounts: {
    workspaces: 'every request reads the person with their workspace in one statement',
    workspace_members: 'every request reads the person with their role in one statement',
  },
  tree: {
    item_roles: 'the effective role is computed where items are read',
    workspace_members: 'the effective role is computed where items are read',
    files: 'items of the tree include files',
    workspaces: 'items of a removed member are transferred to the owner of the workspace',
  },
  files: {
    trash: 'an item in the trash belongs to no folder',
    item_roles: 'the people of a file are part of its row',
    invitations: 'the home knows whether its reader has invited somebody',
    workspace_members: 'the people of a file are part of its row',
    transcripts: 'the state of the transcript is part of the row of a file',
    transcript_revisions: 'the last editor is part of the row of a file',
    blocks: 'the number of readable blocks is part of the row of a file',
    speech_chunks: 'the progress of processing is part of the row of a file',
    speakers: 'the speakers are part of the row of a file in a list',
    uploads: 'the progress of the upload is part of the row of a file',
  },
  trash: {
    workspace_members: 'the owner and the managers receive the events of the trash',
  },
  transcripts: {
    tags: 'passages of deleted tags are not shown',
  },
}
