/** The public face of proxy mode: other modules import only from here. */
export { callProxyTool, endProxySession, listProxyTools } from './proxy.service';
