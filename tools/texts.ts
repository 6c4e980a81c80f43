import { relative } from 'node:path'
import { beginDraft, checkTexts, folderOf } from './text-files.ts'

/**
 * `npm run texts -- check <tag>` prints what is missing or wrong in a language's texts, and exits 1 if anything is.
 * `npm run texts -- new <tag>` begins a language.
 */
const [act = '', tag = ''] = process.argv.slice(2)
const here = (folder: string) => relative(process.cwd(), folder)
if (act === 'new' && tag) {
  try {
    console.log(
      `${here(beginDraft(tag))} has every text in English. Translate them, and look with: npm run texts -- check ${tag}`,
    )
  } catch (error) {
    fail((error as Error).message)
  }
} else if (act === 'check' && tag) {
  const folder = folderOf(tag)
  if (folder === null) fail(`There is no folder for ${tag}. Begin one with: npm run texts -- new ${tag}`)
  else {
    const { missing, faults } = checkTexts(folder, tag)
    for (const line of [...missing, ...faults]) console.log(line)
    console.log(`${here(folder)}: ${missing.length} missing, ${faults.length} to look at`)
    if (missing.length + faults.length > 0) process.exitCode = 1
  }
} else fail('Usage: npm run texts -- check <tag> | new <tag>')

function fail(line: string): void {
  console.error(line)
  process.exitCode = 1
}
