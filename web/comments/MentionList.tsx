import type { Person } from '@kaiwa/contract/fields.ts'
import { useTranslation } from 'react-i18next'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import styles from './Comments.module.css'

interface Props {
  id: string
  people: readonly Person[]
  hasFailed: boolean
  active: number
  onChoose: (person: Person) => void
}

/** The people to choose from, below the text. The focus stays in the text. */
export function MentionList({ id, people, hasFailed, active, onChoose }: Props) {
  const { t } = useTranslation('comments')
  if (people.length === 0)
    return <output className={styles.nobody}>{t(hasFailed ? 'peopleFailed' : 'noPeople')}</output>
  return (
    <div id={id} role="listbox" aria-label={t('people')} className={styles.people}>
      {people.map((person, index) => (
        // oxlint-disable-next-line click-events-have-key-events interactive-supports-focus -- the text field has the keys
        <div
          key={person.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.person}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <PersonAvatar person={person} size={24} />
          <span className={styles.personName}>{person.name}</span>
        </div>
      ))}
    </div>
  )
}
