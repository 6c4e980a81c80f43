import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { loadList } from '#server/screening/load-list.ts'
import { loadByTool } from './load-by-tool.ts'

/**
 * `npm run screening -- load <csv>`: loads a list of names that beneficiaries are compared with, in the place of the one of the same file
 * name. The columns are `id`, `schema`, `name`, `aliases`, `birth_date` and `countries`; others are left out, and several values in a cell
 * are separated by `;`. Everybody is compared again. Exit 1, and nothing is changed, when the file is not right.
 */
await loadByTool('npm run screening -- load <csv>', async (database, path) => {
  const list = basename(path, extname(path))
  const { entries, version } = await loadList(database, list, await readFile(path, 'utf8'), new Date())
  console.log(`${list}, version ${version}: ${entries} entries`)
})
