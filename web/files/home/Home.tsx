import type { HomeFile, Home as HomeData } from '@kaiwa/contract/home.ts'
import type { Project } from '@kaiwa/contract/workspace.ts'
import { Skeleton, Title } from '@mantine/core'
import { IconFolderFilled, IconWaveSine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatClock, formatDateTime } from '../../platform/dates.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { fileAddress } from '../file-address.ts'
import { FileNote } from '../FileNote.tsx'
import { FileStatus } from '../FileStatus.tsx'
import { Thumbnail } from '../Thumbnail.tsx'
import styles from './Home.module.css'
import { FirstSteps } from './FirstSteps.tsx'
import { HomeUpload } from './HomeUpload.tsx'
import { FollowEstimate, homeQuery, useHomeMessages } from './queries.ts'

interface PartProps {
  title: string
  /** Shown behind the title, as the number of rows that are left out. */
  note?: string | null
  part: 'recent' | 'running' | 'shared'
  children: ReactNode
}

function Part({ title, note = null, part, children }: PartProps) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id} data-part={part}>
      <div className={styles.head}>
        <Title order={2} id={id} className={styles.title ?? ''}>
          {title}
        </Title>
        {note !== null && <span className={styles.quiet}>{note}</span>}
      </div>
      {children}
    </section>
  )
}

/** A recording with its picture, name, folder and duration; a file in progress also shows what the table shows. */
function Recording({ file }: { file: HomeFile }) {
  const { can, title, folder, duration, status } = file
  const isDone = status === 'processed'
  return (
    <li className={styles.row}>
      <Thumbnail file={file} />
      <div className={styles.about}>
        {can.open ? (
          <Link className={styles.name} to={fileAddress(file)} title={title}>
            {title}
          </Link>
        ) : (
          <span className={styles.name} title={title}>
            {title}
          </span>
        )}
        <span className={styles.facts}>
          <Link className={styles.folder} to={`/projects/${folder.id}`} title={folder.name}>
            {folder.name}
          </Link>
          {duration > 0 && <span>{formatClock(duration)}</span>}
          {isDone && <span>{formatDateTime(file.last_updated_at)}</span>}
        </span>
        {!isDone && <FileStatus file={file} />}
        {!isDone && <FileNote file={file} />}
      </div>
    </li>
  )
}

function SharedRow({ item }: { item: HomeData['shared'][number] }) {
  const { t } = useTranslation('home')
  const { name, is_project: isFolder, project_id, resource_id: id, shared_by: by, shared_at } = item
  const at = formatDateTime(shared_at)
  const Icon = isFolder ? IconFolderFilled : IconWaveSine
  return (
    <li className={styles.row}>
      <span className={styles.icon} data-folder={isFolder || undefined}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <div className={styles.about}>
        <Link
          className={styles.name}
          to={isFolder ? `/projects/${project_id}` : fileAddress({ project_id, id })}
          title={name}
        >
          {name}
        </Link>
        <span className={styles.facts}>
          {by && <PersonAvatar person={by} size={16} />}
          <span className={styles.giver}>{by ? t('sharedBy', { name: by.name, at }) : at}</span>
        </span>
      </div>
    </li>
  )
}

/** Placeholder with the height of a home with a few rows, so that the table below moves little. */
export function HomeSkeleton() {
  const { t } = useTranslation()
  return (
    <output className={styles.skeleton} aria-label={t('loading')}>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height={44} radius="sm" />
      ))}
    </output>
  )
}

interface ListsProps {
  home: HomeData
  /** Asks for recordings; null for readers who may not upload. */
  box: ReactNode
  steps: ReactNode
}

function Lists({ home, box, steps }: ListsProps) {
  const { t } = useTranslation('home')
  const { recent, running, running_total: total, shared } = home
  const hasSide = shared.length > 0 || Boolean(box)
  return (
    <div className={styles.lists} data-alone={!hasSide || undefined}>
      {running.map(({ id, can }) => (
        <FollowEstimate key={id} fileId={id} opens={can.open} />
      ))}
      <div className={styles.above}>{steps}</div>
      <div className={styles.column}>
        {running.length > 0 && (
          <Part
            part="running"
            title={t('running')}
            note={total > running.length ? t('more', { count: total - running.length }) : null}
          >
            <ul className={styles.rows}>
              {running.map((file) => (
                <Recording key={file.id} file={file} />
              ))}
            </ul>
          </Part>
        )}
        {(recent.length > 0 || running.length === 0) && (
          <Part part="recent" title={t('recent')}>
            {recent.length > 0 ? (
              <ul className={styles.rows}>
                {recent.map((file) => (
                  <Recording key={file.id} file={file} />
                ))}
              </ul>
            ) : (
              <p className={styles.empty}>{t(box ? 'noRecent' : 'noRecentForViewers')}</p>
            )}
          </Part>
        )}
      </div>
      {hasSide && (
        <div className={styles.column}>
          {box}
          {shared.length > 0 && (
            <Part part="shared" title={t('shared')}>
              <ul className={styles.rows}>
                {shared.map((item) => (
                  <SharedRow key={item.item_id} item={item} />
                ))}
              </ul>
            </Part>
          )}
        </div>
      )}
    </div>
  )
}

interface Props {
  project: Project
  /** The view of the root, which takes dropped files. */
  surface?: HTMLElement | null
  /** During a search, only files are taken. */
  isHidden?: boolean
}

/** Content above the folders of the root: recent recordings, files in progress, and items shared by others. */
export function Home({ project, surface = null, isHidden = false }: Props) {
  useHomeMessages(project.id)
  const { data: home, error, refetch } = useQuery(homeQuery)
  return (
    <div className={styles.home} data-hidden={isHidden || undefined}>
      <HomeUpload project={project} surface={surface}>
        {(box, uploadButton) =>
          isHidden ? null : home ? (
            <Lists
              home={home}
              box={box}
              steps={<FirstSteps project={project} steps={home.first_steps} uploadButton={uploadButton} />}
            />
          ) : error ? (
            <FailedState error={error} onRetry={() => void refetch()} />
          ) : (
            <HomeSkeleton />
          )
        }
      </HomeUpload>
    </div>
  )
}
