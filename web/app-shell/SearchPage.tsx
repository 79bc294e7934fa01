import { useState } from 'react'
import { Navigate } from 'react-router'
import { requestPalette } from '../palette/palette-request.ts'

/** /search: the shortcut of the installed app opens the project list with the search. */
function SearchPage() {
  useState(requestPalette)
  return <Navigate to="/projects" replace />
}

export default SearchPage
