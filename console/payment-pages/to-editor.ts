import { useNavigate } from '@tanstack/react-router'

/** The editor of payment pages. */
export const editorPath = '/settings/payment-pages/config'

/** Where the editor begins: at a page that is there, at one of its versions, or at a new one of a type. */
export interface EditorStart {
  page?: string
  version?: string
  type?: string
}

/** Opens the editor. */
export function useToEditor(): (start: EditorStart) => Promise<void> {
  const navigate = useNavigate()
  return (start) => navigate({ to: editorPath as '/', search: start as never })
}
