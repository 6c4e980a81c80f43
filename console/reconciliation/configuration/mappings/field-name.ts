import i18next from 'i18next'
import { keySeparator } from '#console/kit/i18n/i18n.ts'
import { codeWord } from '#console/kit/i18n/words.ts'

/** A field of a mapping in words: a column of a record, or a part of how the file is read. */
export function fieldName(path: string): string {
  const [group = '', name = ''] = path.split('.')
  if (group === 'input_header') return codeWord('mappingFields', name)
  const part = name === '' ? group : name
  return i18next.exists(['mappingParts', part].join(keySeparator)) ? codeWord('mappingParts', part) : path
}
