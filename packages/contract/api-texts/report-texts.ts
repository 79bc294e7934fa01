import type * as reports from '../reports.ts'
import type { TextsOf } from './operation-text.ts'

const FILTERS = {
  first_condition: 'First classification: the rows of the table.',
  second_condition: 'Second classification: the columns of the table. One of the two is `sentence` or `speakers`.',
  keyword: 'Dictionary form of a word: only this word, otherwise only blocks that contain it.',
  keyword_option: 'Part of speech of the word: 3 noun or proper noun, 7 verb, 1 adjective; all when left out.',
  tags: 'Ids of tags. Only passages of one of them; otherwise only blocks with such a passage. Repeat the parameter for several.',
  emotion: 'Only blocks with this emotion.',
  speakers: 'Ids of speakers: 0 for all, -1 for blocks without a speaker. Repeat the parameter for several.',
  search_text: 'Only blocks whose text contains these words.',
}

export const reportTexts: TextsOf<typeof reports> = {
  listReportRows: {
    summary: 'List the rows of a report',
    description:
      'Pages of 50. A row is a word for the pairs with `keyword`, a tagged passage for those with `tags`, otherwise a block. Newest file first, each in reading order.',
    fields: FILTERS,
    answer: {
      total: 'Number of all rows.',
      exportable:
        'Number of rows that a CSV of the caller contains: those in files that the caller may edit; 0 without the right to the CSV.',
      'data.content': 'Text of the block, at most 1,000 characters; only where a row is a block.',
      'data.transcript_block': 'The block of the word or passage; missing where a row is a block.',
      'data.transcript_block.content': 'Text around the word or passage, at most 1,000 characters.',
      'data.transcript_block.tags': 'Tagged passages within `content`, with their offsets in it; at most 20.',
      'data.keyword': 'Dictionary form of the word; null for other rows.',
      'data.keyword_option': 'Part of speech of the word; null for other rows.',
      'data.tag': 'Tag of the passage; null for other rows.',
      'data.mark': 'Place of the word or passage in `transcript_block.content`; null where a row is a block.',
    },
  },
  getReportTable: {
    summary: 'Count the rows of a report by both classifications',
    description:
      'At most the 100 most frequent values of the first and 30 of the second classification. `sentence` is always the only column. Seconds are the talk time of the different blocks.',
    fields: FILTERS,
    answer: {
      rows: 'Values of the first classification.',
      columns: 'Values of the second classification.',
      cells: 'Combinations of two values that occur.',
      'cells.row': 'Key of a value in `rows`.',
      'cells.column': 'Key of a value in `columns`.',
      row_count: 'Number of values of the first classification, also those that are not listed.',
      column_count: 'The same for the second classification.',
    },
  },
  exportReport: {
    summary: 'Export all rows of a report as CSV',
    description:
      'For editors of the folder; contains the files that the caller may edit. UTF-8 with byte order mark and CRLF. Cut off when the caller loses the right during the answer.',
    fields: { ...FILTERS, language: 'Language of headings.' },
  },
}

export const reportFields = {
  updated_at: 'When it was last saved, as ISO 8601.',
  'data.time': 'When it is said, in seconds from the start of the recording.',
  'mark.start': 'Beginning, in UTF-16 code units.',
  'mark.end': 'End, in UTF-16 code units.',
  key: 'Id of a tag or speaker, an emotion, or part of speech and dictionary form of a word; empty for sentence.',
  seconds: 'Talk time in seconds.',
  'rows.name': 'Name of the tag or speaker, or the word; null for others.',
  'columns.name': 'Name of the tag or speaker, or the word; null for others.',
  'rows.appearance': 'Colour of a tag as #RRGGBB; null for others.',
  'columns.appearance': 'Colour of a tag as #RRGGBB; null for others.',
}
