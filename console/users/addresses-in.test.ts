import { expect, it } from 'vitest'
import { addressesIn } from './addresses-in.ts'

it('people are read out of a list with commas, semicolons or lines, each once, with the name that they have', () => {
  const typed = ` noor.haddad@shop.example, Mei Tan <mei@shop.example>;\n"Ola Berg" <ola@shop.example>\n\nNOOR.HADDAD@shop.example,`
  expect(addressesIn(typed)).toEqual({
    people: [
      { name: 'Noor Haddad', email: 'noor.haddad@shop.example' },
      { name: 'Mei Tan', email: 'mei@shop.example' },
      { name: 'Ola Berg', email: 'ola@shop.example' },
    ],
    wrong: [],
  })
  expect(addressesIn('')).toEqual({ people: [], wrong: [] })
})

it('what is no address is told, and a name is never empty', () => {
  expect(addressesIn('noor@, mei tan, <>, a@b.example').wrong).toEqual(['noor@', 'mei tan', '<>'])
  expect(addressesIn('+x@b.example, ___@b.example').people.map(({ name }) => name)).toEqual([
    '+x@b.example',
    '___@b.example',
  ])
})
