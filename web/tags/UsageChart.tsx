import type { TagCategory } from '@kaiwa/contract/tags.ts'
import { SegmentedControl, Table, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Swatch } from './Swatch.tsx'
import styles from './UsageChart.module.css'
import { shownCount } from './tag-usage.ts'
import type { UsedTag } from './tag-usage.ts'

interface Props {
  used: readonly UsedTag[]
  categories: readonly TagCategory[]
  onOpen: (tagId: number) => void
}

/** A bar with a width in percent. Decorative, because the number is shown next to it. */
function Bar({ share, colour }: { share: number; colour: string }) {
  return (
    <svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <rect width={share} height="10" fill={colour} />
    </svg>
  )
}

function Chart({ used, onOpen }: Props) {
  const { t } = useTranslation('tags')
  const maxCount = Math.max(...used.map(({ count }) => count))
  return (
    <ol className={styles.chart} aria-label={t('usage')}>
      {used.map(({ tag, count }) => (
        <li key={tag.id}>
          <UnstyledButton className={styles.row} title={tag.name} onClick={() => onOpen(tag.id)}>
            <span className={styles.name}>{tag.name}</span>
            <Bar share={(count / maxCount) * 100} colour={tag.appearance} />
            <span className={styles.count}>{shownCount(count)}</span>
            <VisuallyHidden>{t('openTag')}</VisuallyHidden>
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}

function Numbers({ used, categories, onOpen }: Props) {
  const { t } = useTranslation('tags')
  const nameOf = (id: number) => categories.find((category) => category.id === id)?.name ?? ''
  return (
    <Table className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('columnTag')}</Table.Th>
          <Table.Th scope="col">{t('columnCategory')}</Table.Th>
          <Table.Th scope="col" className={styles.number}>
            {t('columnCount')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {used.map(({ tag, count }) => (
          <Table.Tr key={tag.id}>
            <Table.Th scope="row" fw={400}>
              <UnstyledButton className={styles.cell} onClick={() => onOpen(tag.id)}>
                <Swatch colour={tag.appearance} />
                {tag.name}
              </UnstyledButton>
            </Table.Th>
            <Table.Td>{nameOf(tag.tag_category_id)}</Table.Td>
            <Table.Td className={styles.number}>{shownCount(count)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Number of uses of each tag in the file, most used first, as bars or as a table (TAG-12). */
export function UsageChart(props: Props) {
  const { t } = useTranslation('tags')
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const used = props.used.toSorted((a, b) => b.count - a.count)
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('view')}
        value={view}
        onChange={(value) => setView(value === 'table' ? 'table' : 'chart')}
        data={[
          { value: 'chart', label: t('asChart') },
          { value: 'table', label: t('asTable') },
        ]}
      />
      {view === 'chart' ? <Chart {...props} used={used} /> : <Numbers {...props} used={used} />}
    </>
  )
}
