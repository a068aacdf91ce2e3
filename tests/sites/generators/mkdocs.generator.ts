import { mkdocsWith } from '../mkdocs-theme.ts'

export const generator = mkdocsWith('mkdocs', 'mkdocs')
