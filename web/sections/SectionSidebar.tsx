import { sectionAt } from '@kaiwa/transcript'
import type { Section } from '@kaiwa/transcript'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlayerTime } from '../player/use-player.ts'
import { Sidebar } from '../transcripts/Sidebar.tsx'
import { useOpenFile } from '../transcripts/open-file.ts'
import { SectionForm } from './SectionForm.tsx'
import { SectionIntro } from './SectionIntro.tsx'
import { SectionRow } from './SectionRow.tsx'
import styles from './SectionSidebar.module.css'
import { useSectionChange } from './use-section-change.ts'
import { useSections } from '../transcripts/use-sections.ts'

interface Props {
  /** Scrolls the transcript to a block. */
  onShow: (uuid: string) => void
  /** True when the user has permission and no other user is editing. */
  canChange: boolean
  onClose: () => void
}

/** In pixels (SEC-01). */
const WIDTH = 272

/** The sections of the file next to its transcript: start, name, and which one is playing. */
export function SectionSidebar({ onShow, canChange, onClose }: Props) {
  const { t } = useTranslation('sections')
  const { file, session, player } = useOpenFile()
  const sections = useSections(session)
  const [playing, setPlaying] = useState<string | null>(null)
  const [renaming, setRenaming] = useState<{ uuid: string; anchor: HTMLElement } | null>(null)
  const change = useSectionChange()
  usePlayerTime(
    player,
    (time) => setPlaying(time > 0 || player?.getState().playing ? (sectionAt(sections, time)?.uuid ?? null) : null),
    sections,
  )
  const handleGo = ({ uuid, start_time }: Section) => {
    player?.seek(start_time)
    onShow(uuid)
  }
  return (
    <Sidebar
      side="left"
      title={t('title', { count: sections.length })}
      storageKey="kaiwa.section-width"
      initial={WIDTH}
      onClose={onClose}
    >
      {sections.length > 0 ? (
        <ol className={styles.list} aria-label={t('list')}>
          {sections.map((section) => (
            <SectionRow
              key={section.uuid}
              section={section}
              isPlaying={section.uuid === playing}
              onGo={() => handleGo(section)}
              onRename={canChange ? (anchor) => setRenaming({ uuid: section.uuid, anchor }) : null}
              onDelete={canChange ? () => void change(section.uuid, null) : null}
            />
          ))}
        </ol>
      ) : file.can.edit ? (
        <SectionIntro />
      ) : (
        <p className={styles.empty}>{t('emptyForViewers')}</p>
      )}
      {renaming && <SectionForm key={renaming.uuid} {...renaming} onClose={() => setRenaming(null)} />}
    </Sidebar>
  )
}
