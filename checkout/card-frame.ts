import type { FieldFault } from './card.ts'
import { type CardFrame, cardProviders, type Theme, type TokenOutcome } from './card-provider.ts'
import type { PageData } from './data.ts'
import { one } from './dom.ts'

/** The card's fields that the provider of the channel draws, and how far they are: loading, ready or failed. */
export interface FrameOnPage {
  /**
   * Follows the choice of a way: draws the fields when it asks for a card and its form is shown. Unless they are `kept`, they
   * are drawn anew and empty, as frames are that were moved in the document.
   */
  choose(asksCard: boolean, kept: boolean): void
  /** The token; null when the shopper has something to do first, which is said where it is to be done. */
  token(payer: { holder: string; email: string }): Promise<TokenOutcome | null>
  lock(locked: boolean): void
}

/** Null where no frame of a provider's takes the card. */
export function frameOnPage({ card, language, texts }: PageData): FrameOnPage | null {
  const box = one<HTMLElement>('[data-frame]')
  const provider = card && cardProviders[card.provider]
  if (!box || !provider || !('mount' in provider)) return null
  const [place, again, message] = ['[data-place]', '[data-again]', '#frame-error'].map((part) =>
    box.querySelector<HTMLElement>(part),
  )
  let frame: CardFrame | null = null

  const showState = (state: 'loading' | 'ready' | 'failed') => {
    box.dataset['frame'] = state
    for (const part of box.querySelectorAll<HTMLElement>('[data-when]')) part.hidden = part.dataset['when'] !== state
  }
  const say = (fault?: FieldFault) => {
    if (message) message.textContent = fault ? texts.fields[fault] : ''
  }
  const drop = () => {
    frame?.destroy()
    frame = null
    place?.replaceChildren()
    say()
  }
  const draw = () => {
    if (!place || frame || box.closest('[hidden]')) return
    showState('loading')
    const mounted = provider.mount(place, { settings: card.settings, language, theme: themeOf(box), onFault: say })
    frame = mounted
    const unlessDropped = (state: 'ready' | 'failed') => () => {
      if (frame === mounted) showState(state)
    }
    mounted.ready.then(unlessDropped('ready'), unlessDropped('failed'))
  }
  const redraw = () => {
    drop()
    draw()
  }
  again?.addEventListener('click', () => {
    redraw()
    box.focus()
  })

  return {
    choose(asksCard, kept) {
      if (!kept) drop()
      if (asksCard) draw()
    },
    async token(payer) {
      await frame?.ready.catch(() => undefined)
      if (!frame || box.dataset['frame'] === 'failed') {
        again?.focus()
        return null
      }
      // A token that comes later is never spent.
      const outcome = await Promise.race([frame.token(payer), late()]).catch(() => unreachable)
      if (outcome.kind !== 'field' || outcome.field === 'holder') return outcome
      say(outcome.fault)
      // What is locked does not take the focus.
      if (place) place.inert = false
      frame.focus()
      return null
    },
    lock(locked) {
      if (place) place.inert = locked
    },
  }
}

const unreachable = { kind: 'unreachable' } as const
const late = () => new Promise<TokenOutcome>((resolve) => setTimeout(resolve, 30_000, unreachable))

/** The page's own colours, as they are in the scheme of this browser. */
function themeOf(box: HTMLElement): Theme {
  const style = getComputedStyle(box)
  const colour = (name: string) => style.getPropertyValue(`--${name}`)
  return { ink: colour('ink'), soft: colour('soft'), bad: colour('bad'), font: style.fontFamily }
}
