import type { Hit } from '@kaiwa/contract/search.ts'

/** A text with the search words marked. */
export const Marked = ({ content, marks }: Pick<Hit, 'content' | 'marks'>) =>
  marks.length === 0 ? (
    content
  ) : (
    <>
      {content.slice(0, marks[0]?.start)}
      {marks.map(({ start, end }, index) => (
        <span key={start}>
          <mark>{content.slice(start, end)}</mark>
          {content.slice(end, marks[index + 1]?.start)}
        </span>
      ))}
    </>
  )
