// The beginning of a transcript, sent together with the file page (`platform/http/first-view.ts`). It uses the classes
// of the editor's style sheet (`packages/editor/transcript.css`), so the app later shows the text at the same position.
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { languageOf } from '@kaiwa/transcript/language-of.ts'
import { startsParagraph } from '@kaiwa/transcript/paragraphs.ts'
import { type SpeakerLook, speakerStyle } from '@kaiwa/transcript/speaker-identity.ts'
import { findFile } from '../files/store/files.ts'
import { readSettings } from '../accounts/profile/settings.ts'
import { findSettings } from '../accounts/store/users.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { FirstView } from '../platform/domain.ts'
import { speakerReferences } from './references.ts'
import { type FirstBlock, findFirstBlocks } from './store/first-blocks.ts'

/**
 * The text starts below the headers of page and file and the toolbar. Space for the player is left at the bottom. An
 * open sidebar moves the text; its width is unknown here.
 */
const STYLE = `
:host { position: fixed; inset: calc(var(--kaiwa-header) + 5.625rem) 0 6rem; z-index: 1; overflow: hidden;
  background: var(--kaiwa-surface); container-type: inline-size;
  --kaiwa-text: var(--mantine-color-text); --kaiwa-dimmed: var(--kaiwa-quiet) }
/* The toolbar of a phone has two lines. */
@media (max-width: 480px) { :host { inset-block: calc(var(--kaiwa-header) + 7.625rem) 7.125rem } }
`
const HIDDEN_BESIDE_SIDEBAR = '@media (min-width: 769px) { :host { display: none } }'

function renderSpeaker(speaker: SpeakerLook | undefined): string {
  // The style sheet has the picture of an unknown speaker.
  if (!speaker) return '<h3 class="kaiwa-speaker"></h3>'
  return `<h3 class="kaiwa-speaker" style="${escapeHtml(speakerStyle(speaker))}">${escapeHtml(speaker.name)}</h3>`
}

interface Reading {
  speakers: ReadonlyMap<number, SpeakerLook>
  language: string
}

function renderBlock(block: FirstBlock, previous: FirstBlock | undefined, { speakers, language }: Reading): string {
  const section = block.section_name === null ? '' : `<h2 class="kaiwa-section">${escapeHtml(block.section_name)}</h2>`
  const speaker = startsParagraph(block, previous) ? renderSpeaker(speakers.get(block.speaker_id ?? 0)) : ''
  const time = `<span class="kaiwa-time">${formatTime(block.start_time)}</span>`
  const text = `<p class="kaiwa-text" lang="${language}">${escapeHtml(block.content)}</p>`
  return `<div class="kaiwa-block">${section}${speaker}${time}${text}</div>`
}

export const fileFirstView: FirstView = {
  path: /^\/projects\/([1-9]\d{0,9})\/files\/([1-9]\d{0,9})$/,
  render: async ({ db }, actor, [projectId = 0, fileId = 0]) => {
    const file = await findFile(db, actor, fileId, projectId)
    if (file.transcript_id === null || file.transcript_status !== 'completed') return null
    const [settings, blocks, speakers] = await Promise.all([
      findSettings(db, actor.id).then(readSettings),
      findFirstBlocks(db, file.transcript_id),
      speakerReferences.get().listInFile(db, actor, { ...file, transcriptId: file.transcript_id }),
    ])
    if (blocks.length === 0) return null
    const reading = {
      speakers: new Map(speakers.map((speaker) => [speaker.id, speaker])),
      language: languageOf(blocks) ?? '',
    }
    const rows = blocks.map((block, index) => renderBlock(block, blocks[index - 1], reading))
    const hasSidebar = settings.is_section_opened || settings.is_tag_list_opened
    const style = STYLE + (hasSidebar ? HIDDEN_BESIDE_SIDEBAR : '')
    return `<style>${style}</style><div class="kaiwa-transcript">${rows.join('')}</div>`
  },
}
