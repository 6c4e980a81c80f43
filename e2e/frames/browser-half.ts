import type { FrameProvider } from '#checkout/card-provider.ts'
import { loadScript } from '#checkout/load-script.ts'

/** What the script of the provider in `e2e/frames/provider.ts` puts into the page. */
interface Drawn {
  ready: Promise<void>
  ask(): Promise<{ token?: string; fault?: 'number' | 'busy' }>
  focus(): void
  remove(): void
}
declare global {
  interface Window {
    drawCard?: (place: HTMLElement, look: object, onEmpty: () => void) => Drawn
  }
}

/** A browser half of a provider that draws the card's fields itself; tests build the page's script with it. */
export const simulator: FrameProvider = {
  mount(place, { settings, theme, language, onFault }) {
    let drawn: Drawn | undefined
    let gone = false
    const ready = loadScript(settings['script_url'] ?? '').then(() => {
      if (gone) return undefined
      drawn = window.drawCard?.(place, { ...theme, language }, () => onFault('numberMissing'))
      return drawn?.ready
    })
    return {
      ready,
      async token({ holder }) {
        const said = await drawn?.ask()
        if (said?.token) return { kind: 'token', token: `${said.token} of ${holder}` }
        return said?.fault === 'number'
          ? { kind: 'field', field: 'number', fault: 'numberInvalid' }
          : { kind: said?.fault ?? 'failed' }
      },
      focus: () => drawn?.focus(),
      destroy() {
        gone = true
        drawn?.remove()
        drawn = undefined
      },
    }
  },
}
