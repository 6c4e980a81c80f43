/** The script and the frame of a made-up provider, as it serves them from its own origin. */
export const script = `
window.drawCard = (place, look, onEmpty) => {
  const frame = document.createElement('iframe')
  frame.title = 'Card number'
  frame.style.cssText = 'display:block;width:100%;height:28px;border:0'
  frame.src = 'https://psp.example/frame.html#' + encodeURIComponent(JSON.stringify(look))
  let answer = () => {}
  const ready = new Promise((resolve) => {
    addEventListener('message', ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== 'https://psp.example') return
      if (data === 'ready') resolve()
      else if (data === 'empty') onEmpty()
      else answer(data)
    })
  })
  place.append(frame)
  const tell = (what) => frame.contentWindow.postMessage(what, 'https://psp.example')
  return {
    ready,
    ask: () => new Promise((resolve) => { answer = resolve; tell('token') }),
    focus: () => { frame.focus(); tell('focus') },
    remove: () => frame.remove(),
  }
}
`

/** 4242… becomes a token, a short number is refused, 'busy' is busy. */
export const frame = `<!doctype html><html><meta charset="utf-8"><style>
body { margin: 0 } input { border: 0; outline: 0; width: 100%; font: 16px sans-serif; background: none; padding: 4px 0 }
</style><input aria-label="Card number" inputmode="numeric" placeholder="1234 1234 1234 1234"><script>
const look = JSON.parse(decodeURIComponent(location.hash.slice(1)))
const input = document.querySelector('input')
document.documentElement.lang = look.language
input.style.color = look.ink
const say = (what) => parent.postMessage(what, '*')
input.onblur = () => input.value || say('empty')
addEventListener('message', ({ data }) => {
  if (data === 'focus') input.focus()
  else if (data === 'token')
    say(input.value === 'busy' ? { fault: 'busy' } : input.value.length < 16 ? { fault: 'number' } : { token: 'tok_' + input.value.slice(-4) })
})
say('ready')
</script></html>`
