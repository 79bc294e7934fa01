export const TUS_PATH = '/api/tus'
