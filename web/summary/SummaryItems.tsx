import type { SummaryItem, SummaryPart } from '@kaiwa/contract/summaries.ts'
import { type EditableDocument, languageOf } from '@kaiwa/transcript'
import { useTranslation } from 'react-i18next'
import { PlayAt } from '../analysis/PlayAt.tsx'
import { AcceptSection } from './AcceptSection.tsx'
import { Evidence } from './Evidence.tsx'
import styles from './Summary.module.css'

function ToDoDetails({ owner, due }: SummaryItem) {
  const { t } = useTranslation('summary')
  if (!owner && !due) return null
  return (
    <span className={styles.details}>
      {owner && <span className={styles.detail}>{t('ownerIs', { name: owner })}</span>}
      {due && <span className={styles.detail}>{t('dueIs', { date: due })}</span>}
    </span>
  )
}

interface Props {
  part: SummaryPart
  document: EditableDocument
}

/** The items of a part with their evidence. Suggested sections can be accepted. */
export function SummaryItems({ part: { part, items }, document }: Props) {
  const { t } = useTranslation('summary')
  if (part === 'sections')
    return (
      <ol className={styles.sections}>
        {items.map(({ id, text, time, block_uuid }) => (
          <li key={id} className={styles.section}>
            {time !== null && <PlayAt time={time} />}
            <span className={styles.sectionName}>{text}</span>
            {block_uuid !== null && (
              <AcceptSection blocks={document.blocks} suggestion={{ uuid: block_uuid, name: text }} />
            )}
          </li>
        ))}
      </ol>
    )
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <p className={styles.text} lang={languageOf([{ content: item.text }]) ?? undefined}>
            {item.text}
            {item.is_edited && <span className={styles.edited}>{t('edited')}</span>}
          </p>
          {part === 'to_dos' && <ToDoDetails {...item} />}
          {item.citations.map((citation) => (
            <Evidence key={citation.number} citation={citation} />
          ))}
        </li>
      ))}
    </ul>
  )
}
