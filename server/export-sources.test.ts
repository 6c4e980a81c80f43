import { expect, it } from 'vitest'
import { allCalls } from '#contract/contract.ts'
import { exportSources } from './export-sources.ts'

it('every export of a list by a user can be prepared in the background', () => {
  const lists = allCalls().filter(
    ({ name, call }) => call.answer.form === 'spreadsheet' && name.startsWith('export') && !call.server,
  )
  expect([...exportSources.keys()].toSorted()).toEqual(lists.map(({ name }) => name).toSorted())
})
