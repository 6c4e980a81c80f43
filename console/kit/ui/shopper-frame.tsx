import { useCallback, useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'

interface ShopperFrameProps {
  /** The document. */
  html: string
  title: string
  className?: string | undefined
  style?: CSSProperties
  /** Custom properties of the document's root, and its attributes: styles inside the document are not applied in the console. */
  root?: Readonly<Record<string, string>>
}

/**
 * A real shopper's document in a sandboxed iframe without scripts. Only its body is replaced, so that it neither flickers nor loses
 * its scroll position while the user types.
 */
export function ShopperFrame({ html, title, className, style, root = {} }: ShopperFrameProps): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null)
  const [first] = useState(html)
  const named = JSON.stringify(root)
  const show = useCallback(() => {
    const page = frame.current?.contentDocument
    if (!page?.body) return
    const next = new DOMParser().parseFromString(html, 'text/html')
    page.documentElement.lang = next.documentElement.lang
    page.documentElement.dir = next.documentElement.dir
    for (const [name, value] of Object.entries(JSON.parse(named) as Record<string, string>))
      if (name.startsWith('--')) page.documentElement.style.setProperty(name, value)
      else page.documentElement.setAttribute(name, value)
    if (page.body.innerHTML !== next.body.innerHTML) page.body.innerHTML = next.body.innerHTML
  }, [html, named])
  useEffect(show, [show])
  return (
    <iframe
      ref={frame}
      sandbox="allow-same-origin"
      onLoad={show}
      title={title}
      srcDoc={first}
      tabIndex={-1}
      className={className}
      style={style}
    />
  )
}
