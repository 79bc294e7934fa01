// The beginning of a transcript, sent together with the file page (`platform/http/first-view.ts`). The classes are those
// of the editor's style sheet (`packages/editor/transcript.css`), so the text stands where the app shows it.
import { formatTime } from '@kaiwa/transcript/format-time.ts'
import { languageOf } from '@kaiwa/transcript/language-of.ts'
import { startsParagraph } from '@kaiwa/transcript/paragraphs.ts'
import { findFile } from '../files/store/files.ts'
import { readSettings } from '../accounts/profile/settings.ts'
import { findSettings } from '../accounts/store/users.ts'
import { escapeHtml } from '../platform/escape-html.ts'
import type { FirstView } from '../platform/domain.ts'
import { edit } from './policy.ts'
import { speakerReferences } from './references.ts'
import { type FirstBlock, findFirstBlocks } from './store/first-blocks.ts'

/**
 * The text starts below the headers of page and file and the toolbar. Space for the player is left at the bottom. A
 * transcript beside an open sidebar has another place, which this view does not know.
 */
const STYLE = `
:host { position: fixed; inset: calc(var(--kaiwa-header) + 5.625rem) 0 6rem; z-index: 1; overflow: hidden;
  background: var(--kaiwa-surface); container-type: inline-size;
  --kaiwa-text: var(--mantine-color-text); --kaiwa-dimmed: var(--kaiwa-quiet) }
/* The toolbar of a phone has two lines. */
@media (max-width: 480px) { :host { inset-block: calc(var(--kaiwa-header) + 7.625rem) 7.125rem } }
.kaiwa-text:lang(ja) { word-break: auto-phrase }
`
const HIDDEN_BESIDE_SIDEBAR = '@media (min-width: 769px) { :host { display: none } }'

/** The name of a speaker; undefined for a block without a known speaker. */
type NameOf = (id: number | null) => string | undefined

const SPEAKER_COLOURS = 8

interface Reading {
  nameOf: NameOf
  /** Whether names are buttons in the app, which are higher than their text. */
  canEdit: boolean
  language: string
}

function renderBlock(block: FirstBlock, previous: FirstBlock | undefined, { nameOf, canEdit, language }: Reading) {
  const section = block.section_name === null ? '' : `<h2 class="kaiwa-section">${escapeHtml(block.section_name)}</h2>`
  const text = escapeHtml(nameOf(block.speaker_id) ?? '')
  const name = canEdit ? `<span class="kaiwa-speaker-name">${text}</span>` : text
  const colour = (block.speaker_id ?? 0) % SPEAKER_COLOURS
  const speaker = startsParagraph(block, previous)
    ? `<h3 class="kaiwa-speaker" data-colour="${colour}">${name}</h3>`
    : ''
  const time = `<span class="kaiwa-time">${formatTime(block.start_time)}</span>`
  return `<div class="kaiwa-block">${section}${speaker}${time}<p class="kaiwa-text" lang="${language}">${escapeHtml(block.content)}</p></div>`
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
    const names = new Map(speakers.map(({ id, name }) => [id, name]))
    const reading = {
      nameOf: (id: number | null) => (id === null ? undefined : names.get(id)),
      canEdit: edit(file, file).allowed,
      language: languageOf(blocks) ?? '',
    }
    const rows = blocks.map((block, index) => renderBlock(block, blocks[index - 1], reading))
    const hasSidebar = settings.is_section_opened || settings.is_tag_list_opened
    const style = STYLE + (hasSidebar ? HIDDEN_BESIDE_SIDEBAR : '')
    return `<style>${style}</style><div class="kaiwa-transcript">${rows.join('')}</div>`
  },
}
