import type { ScriptMethod } from './data.ts'
import { all, one } from './dom.ts'

/** The list of ways to pay: which is chosen, and the fields that it asks for below it. */
export interface Ways {
  chosen(): ScriptMethod | undefined
  /** Chooses the first way that takes a card. */
  chooseCard(): void
}

/** Shows with each choice what it asks for; the fields are the same ones, moved, so that nothing typed is lost. */
export function wayList(
  methods: readonly ScriptMethod[],
  onChoice: (chosen: ScriptMethod, kept: boolean) => void,
): Ways {
  const radios = [...all<HTMLInputElement>('input[name="way"]')]
  const fields = one<HTMLElement>('[data-fields]')
  const chosen = () => {
    const value = radios.find(({ checked }) => checked)?.value
    return radios.length > 0 ? methods.find(({ id }) => id === value) : methods[0]
  }
  /**
   * The fields of the way before may have stood above: the row that was pressed stays where it is, as far as the page
   * scrolls.
   */
  const choose = (radio: HTMLInputElement) => {
    const row = radio.closest('.way') ?? radio
    const { top } = row.getBoundingClientRect()
    show()
    scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' })
    one<HTMLElement>('[data-pay]')?.scrollIntoView({ block: 'nearest' })
  }
  const show = () => {
    const method = chosen()
    if (!method) return
    for (const group of all('[data-asked]'))
      group.hidden = !method.asks.some((asked) => asked === group.dataset['asked'])
    for (const only of all('[data-of]')) only.hidden = only.dataset['of'] !== method.id
    offerBanks(method)
    const item = radios.find(({ checked }) => checked)?.closest('.way')
    const kept = !item || !fields || fields.parentElement === item || move(fields, item)
    item?.closest('details')?.setAttribute('open', '')
    onChoice(method, kept)
  }
  for (const radio of radios) radio.addEventListener('change', () => choose(radio))
  // Who comes from a payment page has chosen there.
  const asked = new URLSearchParams(location.search).get('way')
  const wanted = radios.find(({ value }) => value === asked)
  if (wanted) wanted.checked = true
  // A browser may have kept another choice over a reload than the document came with.
  show()
  return {
    chosen,
    chooseCard() {
      const card = methods.find(({ asks }) => asks.length === 1 && asks[0] === 'card')
      const radio = radios.find(({ value }) => value === card?.id)
      if (radio) radio.checked = true
      show()
    },
  }
}

/** Moves an element to the end of another; false when frames in it start anew. */
function move(element: Element, into: Element & { moveBefore?: (node: Node, child: null) => void }): boolean {
  if (!into.moveBefore) into.append(element)
  else into.moveBefore(element, null)
  return into.moveBefore !== undefined
}

/** The banks of the chosen way, unless they are there. */
function offerBanks({ id, banks }: ScriptMethod): void {
  const select = one<HTMLSelectElement>('#bank')
  if (!select || !banks || select.dataset['way'] === id) return
  select.dataset['way'] = id
  select.length = 1
  for (const [key, name] of Object.entries(banks)) select.add(new Option(name, key))
}
