/** Parameters of the URL that only a report reads. */
export const REPORT_PARAMETERS = [
  'first_condition',
  'second_condition',
  'keyword',
  'keyword_option',
  'tags',
  'emotion',
  'speakers',
  'search_text',
  'row',
  'column',
  'view',
  'measure',
] as const
