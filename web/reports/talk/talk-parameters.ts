/** Parameters of the URL that only the comparison of talk reads; it shares `view` with the report. */
export const TALK_PARAMETERS = ['report', 'speaker', 'sort', 'figure'] as const
