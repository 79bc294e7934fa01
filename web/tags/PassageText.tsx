import type { Tag } from '@kaiwa/contract/tags.ts'
import { languageOf } from '@kaiwa/transcript'
import styles from './TagDialog.module.css'

interface Props {
  passage: { before: string; text: string; after: string }
  tag: Pick<Tag, 'appearance'>
}

/** The text of a passage, marked as in the transcript, with its context. */
export function PassageText({ passage: { before, text, after }, tag }: Props) {
  return (
    <p className={styles.text} lang={languageOf([{ content: before + text + after }]) ?? undefined}>
      {before}
      <mark className={styles.mark} style={{ '--tag-colour': tag.appearance }}>
        {text}
      </mark>
      {after}
    </p>
  )
}
