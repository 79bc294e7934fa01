import { Anchor, Title } from '@mantine/core'
import { Link } from 'react-router'
import { currentLanguage } from '../platform/i18n.ts'
import { lazyPart } from '../platform/lazy-part.tsx'
import { Keys } from '../ui/Keys.tsx'
import styles from './GuidePage.module.css'
import { pictureUrl } from './pages.ts'
import type { GuideBlock, Inline } from './parse-guide.ts'
import sizes from './pictures/sizes.json' with { type: 'json' }

const ShortcutTable = lazyPart(async () => (await import('./ShortcutTable.tsx')).ShortcutTable, ['editing'])

function Words({ content }: { content: readonly Inline[] }) {
  return content.map((part, index) => {
    const key = `${index} ${part.kind}`
    if (part.kind === 'strong') return <strong key={key}>{part.text}</strong>
    if (part.kind === 'keys') return <Keys key={key} keys={part.keys} />
    if (part.kind === 'link')
      return (
        <Anchor key={key} component={Link} to={part.to} inherit underline="always">
          {part.text}
        </Anchor>
      )
    return part.text
  })
}

function Items({ items }: { items: readonly Inline[][] }) {
  return items.map((content) => (
    <li key={JSON.stringify(content)}>
      <Words content={content} />
    </li>
  ))
}

/** A picture as wide as the text. A click opens it in full size. */
function Picture({ name, about }: { name: string; about: string }) {
  const url = pictureUrl(currentLanguage(), name)
  const [width, height] = (sizes as Readonly<Record<string, number[] | undefined>>)[name] ?? []
  if (!url) return null
  return (
    <a className={styles.picture} href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={about} width={width} height={height} loading="lazy" />
    </a>
  )
}

function Table({ head, rows }: { head: readonly Inline[][]; rows: readonly Inline[][][] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {head.map((content) => (
            <th key={JSON.stringify(content)} scope="col">
              <Words content={content} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([title = [], ...cells]) => (
          <tr key={JSON.stringify(title)}>
            <th scope="row">
              <Words content={title} />
            </th>
            {cells.map((content, column) => (
              <td key={JSON.stringify(head[column + 1])}>
                <Words content={content} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Block({ block }: { block: GuideBlock }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Title order={2} size="h4" id={block.id} className={styles.heading ?? ''}>
          {block.text}
          <a className={styles.anchor} href={`#${block.id}`} aria-label={`# ${block.text}`}>
            #
          </a>
        </Title>
      )
    case 'paragraph':
      return (
        <p>
          <Words content={block.content} />
        </p>
      )
    case 'note':
      return (
        <p className={styles.note}>
          <Words content={block.content} />
        </p>
      )
    case 'list':
      return (
        <ul>
          <Items items={block.items} />
        </ul>
      )
    case 'steps':
      return (
        <ol>
          <Items items={block.items} />
        </ol>
      )
    case 'picture':
      return <Picture name={block.name} about={block.about} />
    case 'keys':
      return <ShortcutTable group={block.group} />
    case 'table':
      return <Table head={block.head} rows={block.rows} />
  }
}

export function GuideBlocks({ blocks }: { blocks: readonly GuideBlock[] }) {
  return (
    <div className={styles.text}>
      {blocks.map((block) => (
        <Block key={JSON.stringify(block)} block={block} />
      ))}
    </div>
  )
}
