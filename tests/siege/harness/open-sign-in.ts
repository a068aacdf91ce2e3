import { type Dispatcher, request } from 'undici'

/** What a browser has after it has opened the page to sign in: the cookie and the token that its form needs. */
export async function openSignIn(publicUrl: string, dispatcher: Dispatcher) {
  const page = await request(`${publicUrl}/sign-in`, { dispatcher })
  const formToken = /name="form_token" value="([^"]+)"/.exec(await page.body.text())?.[1]
  const [cookie] = [page.headers['set-cookie']].flat()[0]?.split(';') ?? []
  if (formToken === undefined || cookie === undefined) throw new Error('The page to sign in has no form.')
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: publicUrl,
    'sec-fetch-site': 'same-origin',
    cookie,
  }
  return { headers, formToken }
}
