"""Middleware that changes nothing."""


class HtmlMinifyMiddleware:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        return self.get_response(request)


class MarkRequestMiddleware(HtmlMinifyMiddleware):
    pass
