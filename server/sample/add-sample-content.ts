import { randomUUID } from 'node:crypto'
import { makeProductName, productName } from '@kaiwa/contract/product-names.ts'
import { BlockSequence } from '@kaiwa/transcript/block-sequence.ts'
import { emptyChangeSet } from '@kaiwa/transcript/changes.ts'
import { toSavedBlock } from '@kaiwa/transcript/editable-block.ts'
import type { EditableDocument } from '@kaiwa/transcript/editable-document.ts'
import { replaceAll } from '@kaiwa/transcript/replace-hits.ts'
import { tagRanges } from '@kaiwa/transcript/tag-ranges.ts'
import type { Actor } from '../accounts/actor.ts'
import { lockFile } from '../files/store/files.ts'
import type { App } from '../platform/app.ts'
import type { Trx } from '../platform/database/database.ts'
import { publishSpeakers } from '../speakers/publish-speakers.ts'
import { updateSpeakerName } from '../speakers/store/speakers.ts'
import { commitTags } from '../tags/commit-tags.ts'
import { findOrCreateTags } from '../tags/find-or-create-tags.ts'
import { commitChanges, publishChanges } from '../transcripts/changes/commit-changes.ts'
import type { Editing } from '../transcripts/open-for-edit.ts'
import { openForUser } from '../transcripts/open-for-user.ts'
import { findStoredBlocks, type StoredBlock } from '../transcripts/store/blocks.ts'
import { findLastEdit } from '../transcripts/store/transcripts.ts'
import { CHAT, CORRECTION, SECTIONS, SPEAKERS, TAGS } from './sample-content.ts'
import { addFinishedChat } from '../assistant/add-finished-chat.ts'
import { addFinishedSummary, type FinishedItem } from '../summary/add-finished-summary.ts'
import { SUMMARY } from './sample-summary.ts'
import { findSample, type Sample } from './store.ts'

/** The transcript at its present revision, with its blocks in reading order. */
interface Opened {
  actor: Actor
  editing: Editing
  blocks: StoredBlock[]
  document: EditableDocument
}

async function open(trx: Trx, { userId, transcriptId }: Sample): Promise<Opened | null> {
  const opened = await openForUser(trx, userId, transcriptId, { needsSession: false })
  if (!opened) return null
  const blocks = await findStoredBlocks(trx, transcriptId, 'all')
  return { ...opened, blocks, document: { id: transcriptId, revision: 0, blocks: BlockSequence.of(blocks) } }
}

/** The blocks that differ in a changed document, before and after. */
function versions({ blocks }: Opened, changed: EditableDocument | undefined) {
  return blocks.flatMap((before) => {
    const after = changed?.blocks.get(before.uuid)
    return after && after !== before ? [{ before, after }] : []
  })
}

async function nameSpeakers(trx: Trx, { editing, blocks }: Opened): Promise<void> {
  const ids = [...new Set(blocks.flatMap(({ speaker_id: id }) => id ?? []))]
  const named = ids.slice(0, SPEAKERS.length)
  for (const [index, key] of SPEAKERS.entries()) {
    const id = named[index]
    if (id !== undefined) await updateSpeakerName(trx, id, makeProductName(key))
  }
  await publishSpeakers(trx, named, [editing.file.project_id])
}

async function correct(trx: Trx, opened: Opened): Promise<void> {
  const { edit } = replaceAll(opened.document, { ...CORRECTION, speaker: 0 })
  const puts = versions(opened, edit?.document)
  const changes = () => ({ ...emptyChangeSet(), blocks: puts.map(({ after }) => toSavedBlock(after)) })
  const writing = { deletes: [], puts, positionInserts: async () => [] }
  const committed = await commitChanges(trx, opened.editing, writing, {
    kind: 'edit',
    userId: opened.actor.id,
    changes,
  })
  if (committed) await publishChanges(trx, opened.editing, committed)
}

async function addSections(trx: Trx, { actor, editing, blocks }: Opened): Promise<void> {
  const puts = SECTIONS.flatMap(({ at, name }) => {
    const before = blocks.find(({ content }) => content.startsWith(at))
    return before ? [{ before, after: { ...before, section_name: name[actor.locale] } }] : []
  })
  const section = puts.map(({ after }) => ({ block_uuid: after.uuid, section_name: after.section_name }))
  const changes = () => ({ ...emptyChangeSet(), section })
  const writing = { deletes: [], puts, positionInserts: async () => [] }
  const committed = await commitChanges(trx, editing, writing, { kind: 'section', userId: actor.id, changes })
  if (committed) await publishChanges(trx, editing, committed)
}

async function addTags(trx: Trx, opened: Opened): Promise<void> {
  const { actor } = opened
  const category = productName('tag-category', actor.locale) ?? ''
  const wanted = TAGS.map(({ name, appearance }) => ({ name: name[actor.locale], appearance, category }))
  const ids = await findOrCreateTags(trx, actor, opened.editing.file, wanted)
  let { document } = opened
  for (const [index, { passages }] of TAGS.entries())
    for (const passage of passages) {
      const block = opened.blocks.find(({ content }) => content.includes(passage))
      if (!block) continue
      const start = block.content.indexOf(passage)
      const range = { uuid: block.uuid, start, end: start + passage.length }
      document = tagRanges(document, [range], ids[index] ?? 0, randomUUID)?.document ?? document
    }
  await commitTags(trx, actor, opened.editing, versions(opened, document))
}

async function addChat(trx: Trx, { actor, editing, blocks }: Opened): Promise<void> {
  const { locale } = actor
  const parts = CHAT.parts.map(({ text, quote }) => {
    const block = blocks.find(({ content }) => content.includes(quote))
    return { text: text[locale], quotes: block ? [{ block, quote }] : [] }
  })
  const intro = { text: CHAT.intro[locale], quotes: [] }
  const said = parts.filter(({ quotes }) => quotes.length > 0)
  if (said.length > 0)
    await addFinishedChat(trx, actor, {
      file: editing.file,
      question: CHAT.question[locale],
      parts: [intro, ...said],
    })
}

async function addSummary(trx: Trx, { actor, editing, blocks }: Opened): Promise<void> {
  const { locale } = actor
  const itemsOf = (part: keyof typeof SUMMARY): FinishedItem[] =>
    SUMMARY[part].flatMap(({ text, quote, owner, due }) => {
      const block = blocks.find(({ content }) => content.includes(quote))
      return block ? [{ text: text[locale], owner: owner?.[locale], due: due?.[locale], block, quote }] : []
    })
  const items = {
    overview: itemsOf('overview'),
    decisions: itemsOf('decisions'),
    to_dos: itemsOf('to_dos'),
    sections: itemsOf('sections'),
  }
  if (items.overview.length === 0) return
  await addFinishedSummary(trx, { fileId: editing.file.id, userId: actor.id }, items)
}

/**
 * Adds names, a correction, sections, tags, a chat and a summary to a sample whose transcript has just been completed. The changes are
 * saved in the name of its creator, so that the history lists them. A sample that a person has changed is not modified.
 */
export function addSampleContent(app: App, fileId: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    if (!(await lockFile(trx, fileId))) return
    const sample = await findSample(trx, fileId)
    const opened = sample && (await open(trx, sample))
    if (!opened || (await findLastEdit(trx, sample.transcriptId)).last_edited_by !== null) return
    await nameSpeakers(trx, opened)
    // Each change is a separate revision and begins with the state after the previous one.
    for (const change of [correct, addSections, addTags, addChat, addSummary]) {
      const current = await open(trx, sample)
      if (current) await change(trx, current)
    }
  })
}
