// Entry point of the sources: `node server/main.ts`. `npm start` runs `main.mjs`, which needs 16 MB less.
import './main.mjs'
