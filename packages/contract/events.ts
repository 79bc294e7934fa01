import * as z from 'zod'
import { changeSet } from './transcript-edits.ts'
import type { Channel, ChannelKind } from './channels.ts'
import { instant, person } from './fields.ts'
import { failedReason } from './files.ts'
import { notificationType } from './notifications.ts'
import { editLock, tagUsage } from './transcripts.ts'

interface EventDefinition {
  /** Exactly these fields: an additional field would reach every subscriber. */
  data: z.ZodObject
  /** Kinds of channels on which the event may be published. Empty: internal, for handlers on the server only. */
  channels: readonly ChannelKind[]
}

/** Folder and file channel, and the user channels of guests who see the file but not the whole folder. */
const ABOUT_A_FILE = ['folder', 'file', 'user'] as const

const noData = z.strictObject({})
const fileOnly = z.strictObject({ project_file_id: z.int() })

/**
 * All events. A name is `noun.verb` with the verb in the past tense; clients receive the event under `wireName(name)`
 * (`file.processed` → `file-processed`). Messages contain types, ids and revisions only, and each client fetches what it
 * may see. Exceptions: the edit lock, the tags of a block, and small change sets are sent to the readers of a file.
 */
export const events = {
  // Recordings
  /** The title changed, or the status changed to uploaded, processing or canceled. Other statuses have their own events. */
  'file.updated': { channels: ABOUT_A_FILE, data: fileOnly },
  /** The estimate of a file in processing changed, or another block is readable. */
  'estimation.updated': {
    channels: ABOUT_A_FILE,
    data: z.strictObject({
      project_file_id: z.int(),
      transcript_started_at: instant.nullable(),
      estimate_completed_at: instant.nullable(),
      progress_share: z.number(),
      progress_at: instant.nullable(),
      duration: z.number(),
      block_count: z.int(),
    }),
  },
  /** A transcript is available. */
  'file.processed': {
    channels: ABOUT_A_FILE,
    data: z.strictObject({
      project_file_id: z.int(),
      /** The person who imported the transcript; absent if it was recognised. */
      imported_by: z.int().optional(),
    }),
  },
  'process.failed': {
    channels: ABOUT_A_FILE,
    data: z.strictObject({ project_file_id: z.int(), failed_reason: failedReason.nullable() }),
  },
  /** A recording somewhere below the root was added or renamed, or has another status: for the home. No ids, as in `items.changed`. */
  'recordings.changed': { channels: ['folder', 'user'], data: noData },
  'files.deleted': { channels: ['folder', 'user'], data: z.strictObject({ project_file_ids: z.array(z.int()) }) },
  /** Recordings whose rows were deleted; their stored media must be deleted too. */
  'media.orphaned': { channels: [], data: z.strictObject({ video_ids: z.array(z.string()) }) },
  /** Recordings whose run has ended; the stored sound of its chunks must be deleted. */
  'speech.released': { channels: [], data: z.strictObject({ video_ids: z.array(z.string()) }) },

  // Transcripts
  /** The lock was taken or extended, or released (null). */
  'transcript.edit_lock_updated': {
    channels: ['file'],
    data: z.strictObject({ project_file_id: z.int(), lock: editLock.nullable() }),
  },
  /** A save. If `changes` is missing because it was too large, fetch `transcripts/{id}/changes`. */
  'transcript.changed': {
    channels: ['file'],
    data: z.strictObject({
      project_file_id: z.int(),
      transcript_id: z.int(),
      revision: z.int(),
      edited_by: person.nullable(),
      edited_at: instant,
      changes: changeSet.nullable(),
    }),
  },
  /** Terms and sentiment of a transcript were recomputed. */
  'transcript.blocks-reanalysed': {
    channels: ABOUT_A_FILE,
    data: z.strictObject({ project_file_id: z.int(), transcript_id: z.int(), revision: z.int() }),
  },
  /** The tags of one block as they are now. */
  'transcript.tag_updated': {
    channels: ['file'],
    data: z.strictObject({
      transcript_id: z.int(),
      revision: z.int(),
      blockUuid: z.string(),
      tags: z.array(tagUsage),
    }),
  },
  'block.speaker_changed': {
    channels: ABOUT_A_FILE,
    data: z.strictObject({
      project_file_id: z.int(),
      transcript_id: z.int(),
      revision: z.int(),
      speaker_id: z.int(),
      block_ids: z.array(z.int()),
    }),
  },

  // Contract
  /** Limits, points or the subscription of the workspace changed. */
  'usage.changed': { channels: ['user'], data: noData },

  // Comments
  /** Comments of the file were written, changed or deleted, or their passages moved; fetch these threads again. */
  'comments.changed': {
    channels: ['file'],
    data: z.strictObject({ project_file_id: z.int(), thread_ids: z.array(z.int()) }),
  },
  /** A comment was written, or an edit of a comment added a mention (`is_new` false). */
  'comment.written': {
    channels: [],
    data: z.strictObject({
      comment_id: z.int(),
      thread_id: z.int(),
      project_file_id: z.int(),
      by: z.int(),
      is_new: z.boolean(),
      /** People who are mentioned for the first time. */
      mentioned: z.array(z.int()),
    }),
  },

  // Chats
  /**
   * A question was asked, or an answer began or ended; fetch the messages from this id on. `count` and `remain`: chats of
   * the workspace in the current month. The only event with an underscore on the wire, which the specification names.
   */
  'chat.has_message': {
    channels: ['chat'],
    data: z.strictObject({
      message_id: z.int(),
      is_processing: z.boolean(),
      count: z.int(),
      remain: z.int(),
    }),
  },
  /** The person's chats of this folder were created, renamed or deleted, possibly in another window. */
  'chats.changed': { channels: ['user'], data: z.strictObject({ project_id: z.int() }) },

  // Summaries
  /** A part of the summary was written or edited, or its writing began or ended; fetch the summary again. */
  'summary.changed': { channels: ['file'], data: fileOnly },
  /** For all members of the workspace: summaries were switched on or off. */
  'summaries.switched': { channels: ['user'], data: noData },

  // CRM
  /** The workspace of the reader was connected to HubSpot or disconnected: sent to each of its members. */
  'crm.connection_changed': { channels: ['user'], data: noData },
  /** A file was registered with a deal, values were written to it, or the registration was removed. */
  'crm.deal_changed': { channels: ABOUT_A_FILE, data: fileOnly },
  /** A value of a generation is ready, or the generation ended: for the person who started it. */
  'crm.generation_changed': {
    channels: ['user'],
    data: z.strictObject({ generation_id: z.int(), project_file_id: z.int() }),
  },

  // Speakers, tags, figures
  /** Speakers of a folder were created, renamed or merged, or got a new picture; fetch them again. */
  'speakers.changed': { channels: ['folder', 'user'], data: z.strictObject({ speaker_ids: z.array(z.int()) }) },
  /** Categories or tags were created, changed, moved or deleted. User channels get it without the folder. */
  'project.category_tag_updated': {
    channels: ['file', 'user'],
    data: z.strictObject({ project_id: z.int().nullable() }),
  },
  /** Figures of speakers or tags changed in the folder or below it. */
  'figures.changed': { channels: ['folder', 'user'], data: noData },

  // The tree and its people
  /** The tree changed. No ids, because not every subscriber sees all of the change. */
  'items.changed': { channels: ['folder', 'user'], data: noData },
  /** For everyone who sees the folder: it has a new name. A client whose item has this `updated_at` already knows the name. */
  'item.renamed': {
    channels: ['user'],
    data: z.strictObject({ item_id: z.int(), project_id: z.int(), updated_at: instant, updated_by: person.nullable() }),
  },
  /** For those who may open the trash: its content changed. */
  'trash.changed': { channels: ['user'], data: z.strictObject({ workspace_id: z.int() }) },
  /** The rights of this person changed. */
  'rights.changed': { channels: ['user'], data: noData },
  /** Rights or sessions of these users changed: their open sockets must authorise their channels again. */
  'access.changed': { channels: [], data: z.strictObject({ user_ids: z.array(z.int()) }) },
  /** A member of the workspace was given a role on an item. */
  'item.shared': {
    channels: [],
    data: z.strictObject({ item_id: z.int(), user_id: z.int(), role_id: z.int(), by: z.int() }),
  },
  /** `item_id` null: to the workspace itself. */
  'invitation.sent': {
    channels: [],
    data: z.strictObject({
      invitation_id: z.int(),
      item_id: z.int().nullable(),
      workspace_id: z.int(),
      invited_by: z.int(),
    }),
  },
  /** `item_id` null: to the workspace itself. */
  'invitation.accepted': {
    channels: [],
    data: z.strictObject({
      invitation_id: z.int(),
      item_id: z.int().nullable(),
      workspace_id: z.int(),
      user_id: z.int(),
    }),
  },

  // Notifications
  /** A new notification; fetch the list for details. */
  'new.notification': { channels: ['user'], data: z.strictObject({ type: notificationType }) },
  /** Notifications were read, possibly in another window. */
  'notifications.read': { channels: ['user'], data: noData },
} as const satisfies Record<string, EventDefinition>

export type EventName = keyof typeof events
export type EventData<E extends EventName> = z.output<(typeof events)[E]['data']>
/** The channels on which the event may be published; `never` for an internal event. */
export type EventChannel<E extends EventName> = Channel<(typeof events)[E]['channels'][number]>

/**
 * Messages that are sent directly to a channel, without the outbox. A message is lost for clients that are not connected;
 * a client that reconnects fetches the missed content.
 */
export const directMessages = {
  /** Text that was added to an answer being written. `from`: its offset in the content, in UTF-16 code units. */
  'message-delta': {
    channels: ['chat'],
    data: z.strictObject({ message_id: z.int(), from: z.int(), text: z.string() }),
  },
} as const satisfies Record<string, EventDefinition>

export type DirectMessageName = keyof typeof directMessages
export type DirectMessage<N extends DirectMessageName = DirectMessageName> = {
  [Name in N]: {
    name: Name
    data: z.output<(typeof directMessages)[Name]['data']>
    channel: Channel<(typeof directMessages)[Name]['channels'][number]>
  }
}[N]

/** Names that the specification writes out. */
const LITERAL_NAMES = { 'chat.has_message': 'has_message' } as const

type LiteralNames = typeof LITERAL_NAMES

export type WireName<E extends string> = E extends keyof LiteralNames ? LiteralNames[E] : Hyphenated<E>

type Hyphenated<E extends string> = E extends `${infer Before}.${infer After}`
  ? Hyphenated<`${Before}-${After}`>
  : E extends `${infer Before}_${infer After}`
    ? Hyphenated<`${Before}-${After}`>
    : E

/** The name of an event on a channel: `file.processed` → `file-processed`. */
export function wireName<E extends string>(name: E): WireName<E> {
  const literal = (LITERAL_NAMES as Partial<Record<string, string>>)[name]
  return (literal ?? name.replaceAll(/[._]/g, '-')) as WireName<E>
}

/** Payloads of the messages that clients receive, by wire name. */
export type RealtimeMessages = {
  [E in EventName as [EventChannel<E>] extends [never] ? never : WireName<E>]: EventData<E>
} & { [N in DirectMessageName]: DirectMessage<N>['data'] }
